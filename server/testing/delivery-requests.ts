import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

let blocked = 0

/** Returns a new address to block. */
const newAddress = () => {
  blocked += 1
  return { address: `blocked-${blocked}@campus.example`, reason: 'Asked us not to write.' }
}

const suppressedId = async ({ admin }: RequestWorld): Promise<number> =>
  (await admin.post('/api/suppressed-addresses', newAddress())).body.data.id

/** Valid requests of the module `email-delivery`. */
export const deliveryRequests: TestRequests['email-delivery'] = {
  getDeliveryReport: () => ({}),
  testConnection: () => ({}),
  checkSenderDomain: () => ({ query: { selector: 'mail' } }),
  listSuppressedAddresses: () => ({ query: { search: 'campus' } }),
  addSuppressedAddress: () => ({ body: newAddress() }),
  listSuppressionHistory: () => ({}),
  removeSuppressedAddress: async (world) => idOf(await suppressedId(world)),
}
