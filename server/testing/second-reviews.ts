import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { clientOf, type TestClient } from './client.ts'
import type { SchoolWorld } from './school-world.ts'
import type { TestServices } from './test-services.ts'

/** Publishes waiver options in which a share of the decisions is reviewed a second time. */
export const publishShare = async (
  { admin, periodId }: Pick<SchoolWorld, 'admin' | 'periodId'>,
  second_review_percent: number,
): Promise<void> => {
  const path = `/api/periods/${periodId}/waiver-configuration`
  const present = (await admin.get(path)).body.data
  const { body } = await admin.put(path, { ...present, second_review_percent })
  await admin.post(`/api/periods/${periodId}/publications`, {
    documents: [{ kind: waiverConfiguration.kind, version: body.data.version }],
  })
}

/** Signs in as another product admin. */
export const anotherAdmin = async (services: TestServices, name: object = {}): Promise<TestClient> =>
  clientOf(services, await buildUser(services.owner, { permission: 'shipmate_admin', ...name }))
