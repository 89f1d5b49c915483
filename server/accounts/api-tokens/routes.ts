import type * as endpoints from '#contract/accounts/api-tokens/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { getSchool } from '#server/setup/schools/index.ts'
import { createToken, revokeToken } from './commands.ts'
import { listTokens } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  listApiTokens: async (context, { params }) => {
    const { id } = await getSchool(context, params.id)
    return listTokens(context, id)
  },

  createApiToken: (context, { params, body }) => createToken(context, params.id, body),

  revokeApiToken: (context, { params }) => revokeToken(context, params.id, params.token),
}
