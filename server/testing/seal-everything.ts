import { sealAll } from '../history/sealer.ts'
import { verifyChain } from '../history/verify.ts'
import type { TestHouse } from './test-house.ts'

/**
 * Seals every entry of a house. One is sealed once no transaction of the whole database server is older, and other tests'
 * databases stand on the same: it waits until theirs have ended. Answers how many of the history were sealed.
 */
export const sealEverything = async ({
  house,
  owner,
}: Pick<TestHouse, 'house' | 'owner'>): Promise<number> => {
  let sealed = 0
  while (true) {
    sealed += await sealAll(house.db)
    const history = await verifyChain(owner, 'history')
    const accesses = await verifyChain(owner, 'access_log')
    if (history.unsealed + accesses.unsealed === 0) return sealed
  }
}
