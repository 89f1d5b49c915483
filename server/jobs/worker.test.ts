import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createPool } from '../db/database.ts'
import { createLog } from '../lib/log.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { enqueue, task, type Task } from './task.ts'
import { releaseOrphans, startWorker } from './worker.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

const newOwner = () => createPool({ url: house.url, asApp: false, log: createLog('silent'), max: 5 })
const enqueueOne = (definition: Task) =>
  enqueue({ db: house.house.db, house: house.house, afterCommit: [] }, definition, {})
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((next) => setTimeout(next, 10))
}

describe('the worker', () => {
  it('keeps its work while it lives, however often others look for orphans', async () => {
    const owner = newOwner()
    let begun = 0
    let finish = (): void => undefined
    const slow = task({
      name: 'slow',
      payload: z.object({}),
      run: async () => {
        begun += 1
        await new Promise<void>((done) => {
          finish = done
        })
      },
    })
    const worker = await startWorker(house.house, owner, [slow])
    await enqueueOne(slow)
    await until(() => begun === 1)
    await releaseOrphans(owner)
    await new Promise((next) => setTimeout(next, 1500))
    expect(begun).toBe(1)
    finish()
    await worker.stop()
    await owner.end()
  })

  it('work of a worker that is gone is taken up again', async () => {
    const owner = newOwner()
    const left = task({ name: 'left', payload: z.object({}), run: () => Promise.resolve() })
    await enqueueOne(left)
    await owner.query(
      `update graphile_worker._private_jobs set locked_by = 'worker-gone', locked_at = now() where locked_by is null`,
    )
    await releaseOrphans(owner)
    const { rows } = await sql<{ locked: number }>`
      select count(*)::int as locked from graphile_worker._private_jobs where locked_by is not null`.execute(
      house.owner,
    )
    expect(rows[0]?.locked).toBe(0)
    await owner.end()
  })

  it('enqueues with its reason, or not at all', async () => {
    const never = task({ name: 'never', payload: z.object({}), run: () => Promise.resolve() })
    await house.house.db
      .transaction()
      .execute(async (trx) => {
        await enqueue({ db: trx, house: house.house, afterCommit: [] }, never, {})
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'never'`.execute(house.owner)
    expect(rows[0]?.jobs).toBe(0)
  })
})
