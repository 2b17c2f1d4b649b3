export { DatabaseSetupError } from './db/connect.ts';
export { FolderInUseError } from './db/folder-lock.ts';
export { migrate } from './db/migrate.ts';
export { type Environment, readSettings, type Settings, SettingsError } from './env.ts';
export { createLog } from './log.ts';
export { type DemoParts, type RunningServer, type ServerCore, type ServerParts, startServer } from './main.ts';
export { PortBusyError } from './start-api.ts';
