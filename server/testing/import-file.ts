import type { SchoolWorld } from './school-world.ts'
import type { TestAnswer, TestClient } from './client.ts'
import type { TestHouse } from './test-house.ts'

/** Sends rosters in a world and looks at what became of them. */
export interface Importing {
  /** Uploads a file as it is, nothing else. */
  post(bytes: Buffer | string, fields?: Record<string, string>, client?: TestClient): Promise<TestAnswer>
  /** Uploads a file, does the work, answers the import as the API gives it. */
  run(bytes: Buffer | string, fields?: Record<string, string>): Promise<TestAnswer['body']>
  read(id: number): Promise<TestAnswer['body']>
  rows(id: number, outcome: string): Promise<TestAnswer['body']>
}

export const importing = (house: TestHouse, world: SchoolWorld): Importing => {
  const post: Importing['post'] = (bytes, fields = {}, client = world.registrar) =>
    client.upload(
      '/api/import/students-from-csv',
      { period_id: String(world.periodId), ...fields },
      { name: 'roster.csv', bytes },
    )
  const read: Importing['read'] = async (id) => (await world.registrar.get(`/api/imports/${id}`)).body.data
  return {
    post,
    read,
    run: async (bytes, fields) => {
      const answer = await post(bytes, fields)
      if (answer.status !== 202) throw new Error(`The upload was answered ${answer.status}: ${answer.text}`)
      await house.runJobs()
      return read(answer.body.data.import_id)
    },
    rows: async (id, outcome) =>
      (await world.registrar.get(`/api/imports/${id}/rows?outcome=${outcome}&per_page=500`)).body.data,
  }
}
