import { sql } from 'kysely'
import type { ApiToken } from '#contract/accounts/api-tokens/shapes.ts'
import { tokenAccesses } from '#contract/accounts/api-tokens/choices.ts'
import * as z from 'zod/mini'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

const access = z.enum(tokenAccesses)

/** Returns the tokens of a school, the newest first; those that were revoked or have expired stay for the record. */
export const listTokens = async (context: ScopeContext, schoolId: number): Promise<ApiToken[]> => {
  const rows = await scope
    .apiTokens(context)
    .innerJoin('users', 'users.id', 'api_tokens.created_by_id')
    .select([
      'api_tokens.id',
      'api_tokens.user_id',
      'api_tokens.name',
      'api_tokens.access',
      'api_tokens.hint',
      'api_tokens.created_by_id',
      'api_tokens.created_at',
      'api_tokens.expires_at',
      'api_tokens.last_used_at',
      'api_tokens.revoked_at',
      sql<string>`users.first_name || ' ' || users.last_name`.as('created_by_name'),
    ])
    .where('api_tokens.school_id', '=', schoolId)
    .orderBy('api_tokens.id', 'desc')
    .execute()
  return rows.map(({ created_by_id: id, created_by_name: name, ...row }) => ({
    ...row,
    access: access.parse(row.access),
    created_by: { id, name },
  }))
}
