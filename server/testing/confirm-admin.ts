import type { TestServices } from './test-services.ts'

/** The admin of a world has just confirmed their password. */
export const confirmAdmin = async ({
  services,
  adminId,
}: {
  readonly services: TestServices
  readonly adminId: number
}): Promise<void> => {
  await services.owner
    .updateTable('sessions')
    .set({ password_confirmed_at: services.clock.now().toISOString() })
    .where('user_id', '=', adminId)
    .execute()
}
