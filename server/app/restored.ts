import { sql } from 'kysely'
import { checkKeys } from '#server/platform/db/key-fingerprints.ts'
import type { Database } from '#server/platform/db/database.ts'
import { readAnchors } from '#server/platform/history/anchors.ts'
import { verifyChain } from '#server/platform/history/verify.ts'
import { countText } from '#server/platform/lib/count-text.ts'
import type { Keys } from '#server/platform/lib/crypt.ts'
import { createFiles, type FileStore } from '#server/platform/lib/files.ts'
import { openSsn } from '#server/records/students/index.ts'

interface Restored {
  readonly db: Database
  readonly store: FileStore
  readonly keys: Keys
  /** Former keys for anti-forgery tokens. */
  readonly formerTokens: readonly Buffer[]
  readonly anchorsFile: string
}

interface Verified {
  readonly lines: readonly string[]
  readonly problems: readonly string[]
}

/**
 * Verifies what was restored: the keys are those of the data, an SSN and documents can be decrypted, and the seals agree with
 * the anchors. Then says what was waiting to leave at the moment of the backup, and does so at the next start.
 */
export const verifyRestored = async (restored: Restored): Promise<Verified> => {
  await checkKeys(restored.db, restored.keys, restored.formerTokens)
  const parts = [
    await verifySeals(restored),
    await verifySsn(restored),
    await verifyDocuments(restored),
    await listWaiting(restored.db),
  ]
  return {
    lines: parts.flatMap(({ lines }) => lines),
    problems: parts.flatMap(({ problems }) => problems),
  }
}

const verifySeals = async ({ db, keys, anchorsFile }: Restored): Promise<Verified> => {
  const { anchors } = readAnchors(keys, anchorsFile)
  const chains = [
    await verifyChain(db, 'history', keys, anchors),
    await verifyChain(db, 'access_log', keys, anchors),
  ]
  const breaks = chains.flatMap((chain) => chain.breaks)
  const sealed = chains.reduce((sum, chain) => sum + chain.sealed, 0)
  return {
    lines: [
      `${countText(sealed, 'entry is', 'entries are')} sealed; compared with ${countText(anchors.length, 'anchor')}.`,
    ],
    problems: breaks.map(({ entry_id: id, why }) => `Entry ${id ?? 'of a chain'}: ${why}.`),
  }
}

const verifySsn = async ({ db, keys }: Restored): Promise<Verified> => {
  // scope: one SSN of any school, decrypted and shown to no one
  const { rows } = await sql<{ id: number; ssn_cipher: Buffer }>`
    select id, ssn_cipher from students where ssn_cipher is not null order by id limit 1`.execute(db)
  const [student] = rows
  if (!student) return { lines: ['No student has an SSN.'], problems: [] }
  openSsn(keys, student.id, student.ssn_cipher)
  return { lines: ['An SSN can be decrypted.'], problems: [] }
}

/** Documents that are decrypted from their first byte to the last. */
const mostDocuments = 50

const verifyDocuments = async ({ db, store, keys }: Restored): Promise<Verified> => {
  // scope: documents of any school, decrypted and shown to no one
  const { rows } = await sql<{ stored_name: string; size: number }>`
    select stored_name, size from student_files order by id desc limit ${mostDocuments}`.execute(db)
  const files = createFiles(store, keys)
  const problems = []
  for (const { stored_name: name, size } of rows) {
    try {
      for await (const _piece of await files.get(name, size));
    } catch {
      problems.push(`The document ${name} can’t be opened.`)
    }
  }
  const opened = rows.length - problems.length
  return {
    lines: [`${countText(opened, 'document')} can be opened, of the latest ${rows.length}.`],
    problems,
  }
}

const listWaiting = async (db: Database): Promise<Verified> => {
  // scope: counts over every school, for the operator
  const { rows } = await sql<{ emails: number; messages: number; jobs: number }>`
    select (select count(*) from emails where state = 'queued')::int as emails,
      (select count(*) from webhook_deliveries where state = 'queued')::int as messages,
      (select count(*) from jobs where state in ('queued', 'running'))::int as jobs`.execute(db)
  const { emails = 0, messages = 0, jobs = 0 } = rows[0] ?? {}
  const waiting = [
    ...(emails > 0 ? [countText(emails, 'email')] : []),
    ...(messages > 0 ? [countText(messages, 'webhook message')] : []),
    ...(jobs > 0 ? [countText(jobs, 'job')] : []),
  ]
  if (waiting.length === 0) return { lines: [], problems: [] }
  return {
    lines: [
      `At that moment these were waiting: ${waiting.join(', ')}. They go on when Shipmate starts. What was sent after the backup is sent again: if that’s not wanted, cancel it in Email delivery before you set SMTP_URL.`,
    ],
    problems: [],
  }
}
