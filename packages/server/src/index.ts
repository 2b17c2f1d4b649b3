export { PortBusyError } from './api/http/claim-port.ts';
export { type ChainHead, type VerifiedChain, verifyChains } from './audit/verify-chains.ts';
export { DatabaseSetupError } from './db/connect.ts';
export { type Database, openDatabase } from './db/database.ts';
export { FolderInUseError } from './db/embedded/folder-lock.ts';
export { findDatabase } from './db/find-database.ts';
export { findRunningDatabase } from './db/find-running-database.ts';
export { endMaintenance, readMaintenance, startMaintenance } from './db/maintenance.ts';
export { type Environment, readSettings, type Settings } from './env.ts';
export { examine } from './features/installation/examine.ts';
export type { DoctorFinding, DoctorItem, DoctorReport } from './features/installation/report.ts';
export { createFirstOwner, type FirstOwner } from './identity/first-owner.ts';
export { loadMasterKey, type MasterKeyLoading, rewrapMasterKeys } from './identity/master-keys/load-master-key.ts';
export { rotateMasterKey } from './identity/master-keys/rotate-master-key.ts';
export type { DemoPerson } from './identity/sign-in/sign-in-page.ts';
export { rotateSigningKeys } from './identity/signing-keys.ts';
export { type DemoParts, type RunningServer, type ServerCore, type ServerParts, startServer } from './main.ts';
export { createLog } from './observe/log.ts';
export { environmentSecrets, settingSecrets } from './observe/mask-line.ts';
export { INSTALLATION_CODES } from './pipeline/recovery/retry-failed.ts';
export { readDatabaseTime } from './pipeline/retention/database-time.ts';
export { type PrunedAccount, pruneInstallation } from './pipeline/retention/prune-installation.ts';
export { readCursor, type VerifiedPage, verifyStore } from './pipeline/verification/verify-store.ts';
export { backUp } from './programs/backup/back-up.ts';
export { restoreBackup } from './programs/backup/restore.ts';
export { sandboxShortage } from './programs/check-sandbox.ts';
export { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_PEOPLE } from './programs/demo/people.ts';
export { type DemoInput, prepareDemo } from './programs/demo/prepare-demo.ts';
export { startDemoTests } from './programs/demo/test-runs.ts';
export { openStore } from './programs/open-store.ts';
export {
  beginAccountErasureAs,
  changeLimits,
  changeRetention,
  createAccount,
  endAccount,
  exportAccount,
  listAccounts,
} from './programs/operator/account-acts.ts';
export { type DrainRequest, drainAs, listDrainsAs, undrainAs } from './programs/operator/drain-acts.ts';
export { createKey, listKeys, tryKey } from './programs/operator/key-acts.ts';
export { erasePersonAs, exportPerson, invitePerson, listPeople } from './programs/operator/person-acts.ts';
export { retryFailedAs } from './programs/operator/retry-acts.ts';
export { prepareDatabase } from './programs/prepare-database.ts';
export { SEALED_COLUMNS } from './programs/sealed-columns.ts';
export { verifyDestinations } from './programs/verify-destinations.ts';
export { prepareDataFolder } from './settings/data-folders.ts';
export type { MasterKey } from './settings/master-key.ts';
export { SettingsError } from './settings/settings-error.ts';
export { openUnitQueue } from './units/open-unit-queue.ts';
export type { DrainState } from './units/parts/drain.ts';
