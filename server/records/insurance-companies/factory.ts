import type { Insertable } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { InsuranceCompany } from '#server/platform/db/schema.ts'

let made = 0

/** Creates an insurance company with only a name. Returns its ID. */
export const buildCompany = async (
  db: Database,
  values: Partial<Insertable<InsuranceCompany>> = {},
): Promise<number> => {
  made += 1
  const { id } = await db
    .insertInto('insurance_companies')
    .values({ name: `Northgate Mutual ${made}`, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates an insurance company whose medical coverage can be checked electronically. Returns its ID. */
export const buildElectronicCompany = (db: Database): Promise<number> =>
  buildCompany(db, { is_electronic: true, medical_payer_ids: ['62308'] })
