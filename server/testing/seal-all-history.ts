import { sealAll } from '../history/sealer.ts'
import { verifyChain } from '../history/verify.ts'
import type { TestServices } from './test-services.ts'

/**
 * Seals every entry. An entry is sealed when no transaction of the database server is older. Other tests’
 * databases use the same server, so this waits for theirs. Returns the number of sealed history entries.
 */
export const sealAllHistory = async ({
  services,
  owner,
}: Pick<TestServices, 'services' | 'owner'>): Promise<number> => {
  let sealed = 0
  while (true) {
    sealed += await sealAll(services.db)
    const history = await verifyChain(owner, 'history')
    const accesses = await verifyChain(owner, 'access_log')
    if (history.unsealed + accesses.unsealed === 0) return sealed
  }
}
