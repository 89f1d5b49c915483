import { sql } from 'kysely'
import { texts } from '#contract/platform/problem.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

interface Names {
  readonly name: string
  readonly slug?: string | undefined
}

/**
 * Checks that no other school has the name or slug; `exceptId` is the school being changed.
 * @throws Problem 422
 */
export const assertFreeNames = async (
  context: Context,
  { name, slug }: Names,
  exceptId = 0,
): Promise<void> => {
  const hasName = sql<boolean>`shipmate_fold(schools.name) = shipmate_fold(${name})`
  const others = await scope
    .schools(context)
    .select(['schools.slug', hasName.as('has_name')])
    .where('schools.id', '<>', exceptId)
    .where((where) => where.or([hasName, ...(slug === undefined ? [] : [where('schools.slug', '=', slug)])]))
    .execute()
  if (others.length === 0) return
  throw problem.invalid({
    ...(others.some(({ has_name }) => has_name) ? { name: texts.taken } : {}),
    ...(others.some((other) => other.slug === slug) ? { slug: texts.taken } : {}),
  })
}
