import type pg from 'pg'
import { SettingsError } from '#server/platform/lib/settings-error.ts'

interface Server {
  /** As PostgreSQL writes it: 150018 is 15.18. */
  readonly version: number
  readonly encoding: string
  readonly has_icu: boolean
}

/** Returns why a database can’t have Shipmate’s tables, in a sentence; null if it can. */
export const unsuitable = ({ version, encoding, has_icu: hasIcu }: Server): string | null => {
  if (version < 150_000)
    return `The database is PostgreSQL ${Math.floor(version / 10_000)}. Shipmate needs version 15 or later.`
  if (encoding !== 'UTF8')
    return `The encoding of the database is ${encoding}, but names need UTF8. Create another with: create database shipmate template template0 encoding 'UTF8' locale 'C.UTF-8'.`
  return hasIcu ? null : 'This PostgreSQL has no ICU, which sorts names. Install one that was built with ICU.'
}

/** Checks the server and the database before anything is created in it. @throws SettingsError */
export const assertSuitable = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<Server>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      exists(select from pg_collation where collprovider = 'i') as has_icu`,
  )
  const sentence = rows[0] ? unsuitable(rows[0]) : null
  if (sentence !== null) throw new SettingsError([sentence])
}
