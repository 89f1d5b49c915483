import { expect } from 'vitest'
import type { TestClient } from './client.ts'
import type { TestServices } from './test-services.ts'

/** Undoes a change of more than 10,000 records, which runs as a job. Returns the job when it has ended. */
export const undoByJob = async (services: TestServices, client: TestClient, changeId: number) => {
  const asked = await client.post(`/api/changes/${changeId}/undo`)
  expect([asked.status, asked.body.data]).toEqual([202, { job_id: expect.any(Number) }])
  await services.runJobs()
  return (await client.get(`/api/jobs/${asked.body.data.job_id}`)).body.data
}
