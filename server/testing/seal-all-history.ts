import { sealAll } from '#server/platform/history/sealer.ts'
import { countUnsealed } from '#server/platform/history/verify.ts'
import type { TestServices } from './test-services.ts'

/** Seals every committed entry, also while another process seals. Returns the number of sealed history entries. */
export const sealAllHistory = async ({
  services,
  owner,
}: Pick<TestServices, 'services' | 'owner'>): Promise<number> => {
  let sealed = 0
  while (true) {
    sealed += await sealAll(services.db)
    const history = await countUnsealed(owner, 'history')
    const accesses = await countUnsealed(owner, 'access_log')
    if (history.unsealed + accesses.unsealed === 0) return sealed
  }
}
