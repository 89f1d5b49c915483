import { buildPeriod } from '#server/setup/periods/factory.ts'
import { rejectedRoster, rosterFile } from './request-world.ts'
import { idOf, type TestRequests } from './test-request.ts'

/** Valid requests of the module `imports`. */
export const importRequests: TestRequests['imports'] = {
  importFromCsv: ({ periodId }) => ({
    body: { period_id: String(periodId), accept_valid_rows: 'true' },
    file: rosterFile,
  }),
  importFromPeriod: async ({ services, schoolId, periodId }) => ({
    body: {
      from_period_id: periodId,
      to_period_id: await buildPeriod(services.owner, {
        school_id: schoolId,
        starts_on: '2027-08-01',
        ends_on: '2028-07-31',
      }),
    },
  }),
  listImports: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  getImport: async (world) => idOf(await world.importRoster()),
  applyImport: async (world) => ({
    ...idOf(await world.importRoster({ dry_run: 'true' })),
    body: { accept_valid_rows: true },
  }),
  confirmImportRows: async (world) => ({
    ...idOf(await world.importRoster({ dry_run: 'true' })),
    body: { rows: [2], is_confirmed: true },
  }),
  listRejectedCells: async (world) => idOf(await world.importRoster()),
  fixImportCells: async (world) => ({
    ...idOf(await world.importRoster({ dry_run: 'true' }, rejectedRoster)),
    body: { cells: [{ column: 'Date of Birth', at: { value: 'never' }, to: '02/03/2001' }] },
  }),
  releaseImport: async (world) => idOf(await world.importRoster({ dry_run: 'true' })),
  listMissingStudents: async (world) => idOf(await world.importRoster()),
  listImportRows: async (world) => ({ ...idOf(await world.importRoster()), query: { outcome: 'added' } }),
  downloadRefusedRows: async (world) => idOf(await world.importRoster()),
  readHeaders: ({ periodId }) => ({ body: { period_id: String(periodId) }, file: rosterFile }),
}
