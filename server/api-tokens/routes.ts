import type * as endpoints from '#contract/api-tokens/endpoints.ts'
import type { Handlers } from '../http/mount.ts'
import { getSchool } from '../schools/index.ts'
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
