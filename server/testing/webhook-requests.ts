import type { RequestWorld } from './request-world.ts'
import { confirmAdmin } from './confirm-admin.ts'
import { idOf, type TestRequests } from './test-request.ts'

const body = { address: 'https://hooks.example.edu/shipmate', events: ['coverage_status.changed' as const] }

const created = async (world: RequestWorld) => {
  await confirmAdmin(world)
  for (const table of ['webhook_deliveries', 'webhooks'] as const)
    await world.services.owner.deleteFrom(table).where('school_id', '=', world.schoolId).execute()
  const answer = await world.admin.post(`/api/schools/${world.schoolId}/webhooks`, body)
  return { params: { id: String(world.schoolId), webhook: String(answer.body.data.id) } }
}

const failed = async (world: RequestWorld) => {
  const { params } = await created(world)
  const path = `/api/schools/${params.id}/webhooks/${params.webhook}/test`
  const { body: sent } = await world.admin.post(path, {})
  await world.services.owner
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_try_at: null })
    .where('id', '=', sent.data.id)
    .execute()
  return { params: { ...params, delivery: String(sent.data.id) } }
}

/** Valid requests of the module `webhooks`. */
export const webhookRequests: TestRequests['webhooks'] = {
  listWebhooks: ({ schoolId }) => idOf(schoolId),
  createWebhook: async (world) => {
    await created(world)
    return { ...idOf(world.schoolId), body }
  },
  changeWebhook: async (world) => ({
    ...(await created(world)),
    body: { ...body, is_on: false, version: 1 },
  }),
  removeWebhook: created,
  listWebhookDeliveries: created,
  testWebhook: created,
  sendWebhookAgain: failed,
}
