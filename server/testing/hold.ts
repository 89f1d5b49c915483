import pg from 'pg'
import type { TestHouse } from './test-house.ts'

/** A transaction that holds what its statement locked: anyone who needs it waits until it ends. */
export interface Hold {
  /** Runs another statement in the same transaction. */
  query(statement: string, values?: readonly unknown[]): Promise<void>
  /** Resolves once this many wait for what is held, or for one of those who do: its sessions' ids. */
  waitedFor(many?: number): Promise<readonly number[]>
  /** Ends the transaction. What it wrote is kept. */
  commit(): Promise<void>
  /** Ends the transaction. Nothing that it wrote is kept. */
  release(): Promise<void>
}

/** Whoever waits for this session alone: other locks of the same moment are none of the test's. */
const waitingForMe = `
  with recursive held (pid) as (
    select pg_backend_pid()
    union select waiting.pid from pg_locks waiting join held on held.pid = any (pg_blocking_pids(waiting.pid))
    where not waiting.granted)
  select pid from held where pid <> pg_backend_pid()`

/** Holds a place in the database with an open transaction, so that a test can stop other work exactly there. */
export const hold = async (
  { url }: Pick<TestHouse, 'url'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Hold> => {
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

/** Holds a row of an import's plan: the run that plans the import waits when it writes this row. */
export const holdPlannedRow = (
  house: Pick<TestHouse, 'url'>,
  importId: number,
  rowNumber: number,
): Promise<Hold> =>
  hold(house, `insert into import_rows (import_id, row_number, outcome) values ($1, $2, 'unchanged')`, [
    importId,
    rowNumber,
  ])

/** Holds a student ID of a school: an import that adds the student waits when it writes them. */
export const holdStudentId = (house: Pick<TestHouse, 'url'>, schoolId: number, sid: string): Promise<Hold> =>
  hold(
    house,
    `insert into students (school_id, first_name, last_name, dob, sid) values ($1, 'H', 'Held', '2000-01-01', $2)`,
    [schoolId, sid],
  )
