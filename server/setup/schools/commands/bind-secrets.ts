import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { decrypt, type Keys } from '#server/platform/lib/crypt.ts'
import type { Logger } from '#server/platform/lib/log.ts'
import { placeOfSecret, sealSecret, type SecretTable } from '../rules.ts'

/** The tables with secrets that are sent to an address, and its column. */
const places = { eligibility_settings: 'address', sign_in_settings: 'issuer' } as const satisfies Record<
  SecretTable,
  string
>

/**
 * Re-encrypts secrets that an older version bound only to table and column, so that each can be decrypted only for its
 * school and address. Does nothing if all are bound.
 */
export const bindSecrets = async (db: Database, keys: Keys, log: Logger): Promise<void> => {
  for (const table of ['eligibility_settings', 'sign_in_settings'] as const) {
    // scope: all schools, as the database owner, before the server accepts requests
    const { rows } = await sql<{ school_id: number; address: string | null; secret_cipher: Buffer }>`
      select school_id::int as school_id, ${sql.ref(places[table])} as address, secret_cipher
      from ${sql.table(table)} where secret_cipher is not null and get_byte(secret_cipher, 0) <> 0`.execute(
      db,
    )
    for (const { school_id: schoolId, address, secret_cipher: old } of rows) {
      const secret = decrypt(keys, `${table}.secret_cipher`, old).toString()
      const cipher = sealSecret(keys, placeOfSecret(table, schoolId, address), secret)
      // scope: as above, the rows it found
      await sql`update ${sql.table(table)} set secret_cipher = ${cipher}
        where school_id = ${schoolId} and secret_cipher = ${old}`.execute(db)
    }
    if (rows.length > 0) log.info({ table, done: rows.length }, 'Linked secrets to their addresses.')
  }
}
