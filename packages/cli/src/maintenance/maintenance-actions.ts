export const MAINTENANCE_ACTIONS = ['on', 'off', 'status'] as const;
export type MaintenanceAction = (typeof MAINTENANCE_ACTIONS)[number];
