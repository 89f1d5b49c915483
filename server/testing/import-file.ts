import type { SchoolWorld } from './school-world.ts'
import type { TestAnswer, TestClient } from './client.ts'
import type { TestServices } from './test-services.ts'

/** Imports rosters in a test school and returns the results. */
export interface Importing {
  /** Uploads a file whose dates are month first, nothing else. */
  post(bytes: Buffer | string, fields?: Record<string, string>, client?: TestClient): Promise<TestAnswer>
  /** Uploads a file, runs the job and returns the import from the API. */
  run(bytes: Buffer | string, fields?: Record<string, string>): Promise<TestAnswer['body']>
  read(id: number): Promise<TestAnswer['body']>
  rows(id: number, outcome: string): Promise<TestAnswer['body']>
}

export const importing = (services: TestServices, world: SchoolWorld): Importing => {
  const post: Importing['post'] = (bytes, fields = {}, client = world.registrar) =>
    client.upload(
      '/api/import/students-from-csv',
      // short rosters seldom have a day over 12, which would show the order
      { period_id: String(world.periodId), date_order: 'mdy', ...fields },
      { name: 'roster.csv', bytes },
    )
  const read: Importing['read'] = async (id) => (await world.registrar.get(`/api/imports/${id}`)).body.data
  return {
    post,
    read,
    run: async (bytes, fields) => {
      const answer = await post(bytes, fields)
      if (answer.status !== 202) throw new Error(`The upload was answered ${answer.status}: ${answer.text}`)
      await services.runJobs()
      return read(answer.body.data.import_id)
    },
    rows: async (id, outcome) =>
      (await world.registrar.get(`/api/imports/${id}/rows?outcome=${outcome}&per_page=500`)).body.data,
  }
}
