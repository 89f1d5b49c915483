import type { RequestWorld } from './request-world.ts'
import { confirmAdmin } from './confirm-admin.ts'
import { idOf, type TestRequests } from './test-request.ts'

const body = () => ({ name: `Banner ${crypto.randomUUID()}`, access: 'read' as const, expires_in_days: 90 })

const created = async (world: RequestWorld): Promise<number> => {
  await confirmAdmin(world)
  const answer = await world.admin.post(`/api/schools/${world.schoolId}/api-tokens`, body())
  return answer.body.data.id
}

/** Valid requests of the module `api-tokens`. */
export const tokenRequests: TestRequests['api-tokens'] = {
  listApiTokens: ({ schoolId }) => idOf(schoolId),
  createApiToken: async (world) => {
    await confirmAdmin(world)
    return { ...idOf(world.schoolId), body: body() }
  },
  revokeApiToken: async (world) => ({
    params: { id: String(world.schoolId), token: String(await created(world)) },
  }),
}
