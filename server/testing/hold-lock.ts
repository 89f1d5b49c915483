import pg from 'pg'
import type { TestServices } from './test-services.ts'

/** A transaction that keeps what its statement locked; others wait until it ends. */
export interface HeldLock {
  /** Runs another statement in the same transaction. */
  query(statement: string, values?: readonly unknown[]): Promise<void>
  /** Resolves when this many sessions wait for the lock, directly or indirectly. Returns their IDs. */
  waitedFor(many?: number): Promise<readonly number[]>
  /** Commits the transaction. */
  commit(): Promise<void>
  /** Rolls back the transaction. */
  release(): Promise<void>
}

/** Finds sessions that wait for this one; other locks don’t belong to the test. */
const waitingForMe = `
  with recursive held (pid) as (
    select pg_backend_pid()
    union select waiting.pid from pg_locks waiting join held on held.pid = any (pg_blocking_pids(waiting.pid))
    where not waiting.granted)
  select pid from held where pid <> pg_backend_pid()`

/** Locks something in the database with an open transaction, so that a test can stop other work exactly there. */
export const holdLock = async (
  { url }: Pick<TestServices, 'url'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<HeldLock> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(statement, [...values])
  const end = (how: 'commit' | 'rollback') => async () => {
    await client.query(how)
    await client.end()
  }
  return {
    query: async (more, parameters = []) => {
      await client.query(more, [...parameters])
    },
    waitedFor: async (many = 1) => {
      while (true) {
        const { rows } = await client.query<{ pid: number }>(waitingForMe)
        if (rows.length >= many) return rows.map(({ pid }) => pid)
        await new Promise((next) => setTimeout(next, 5))
      }
    },
    commit: end('commit'),
    release: end('rollback'),
  }
}

/** Locks a row of an import’s plan. The run that plans the import waits when it writes this row. */
export const holdPlannedRow = (
  services: Pick<TestServices, 'url'>,
  importId: number,
  rowNumber: number,
): Promise<HeldLock> =>
  holdLock(
    services,
    `insert into import_rows (import_id, school_id, row_number, outcome)
     select id, school_id, $2, 'unchanged' from imports where id = $1`,
    [importId, rowNumber],
  )

/** Locks a student ID of a school. An import that adds the student waits when it saves them. */
export const holdStudentId = (
  services: Pick<TestServices, 'url'>,
  schoolId: number,
  sid: string,
): Promise<HeldLock> =>
  holdLock(
    services,
    `insert into students (school_id, first_name, last_name, dob, sid) values ($1, 'H', 'Held', '2000-01-01', $2)`,
    [schoolId, sid],
  )
