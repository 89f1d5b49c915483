import { expect } from 'vitest'
import type { TestClient } from './client.ts'
import type { TestHouse } from './test-house.ts'

/** Takes back a change of more than 10,000 records, which a job does, and answers that job once it has ended. */
export const undoByJob = async (house: TestHouse, client: TestClient, changeId: number) => {
  const asked = await client.post(`/api/changes/${changeId}/undo`)
  expect([asked.status, asked.body.data]).toEqual([202, { job_id: expect.any(Number) }])
  await house.runJobs()
  return (await client.get(`/api/jobs/${asked.body.data.job_id}`)).body.data
}
