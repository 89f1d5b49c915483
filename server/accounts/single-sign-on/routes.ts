import type * as endpoints from '#contract/accounts/single-sign-on/endpoints.ts'
import type { ProviderCheck } from '#contract/accounts/single-sign-on/settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { getSchool } from '#server/setup/schools/index.ts'
import { checkSignOn, finishSignOn } from './commands/finish-sign-on.ts'
import { removeTie, replaceSettings } from './commands/replace-settings.ts'
import { prepareSignOn, startSignOn } from './commands/start-sign-on.ts'
import { ProviderError, withProvider } from './connections.ts'
import { listSignOnSchools, listTies, presentSettings } from './queries.ts'

/** Reads what a provider offers; no secret is needed or sent. */
const check = async ({ services }: Context, issuer: string): Promise<ProviderCheck> => {
  if (!URL.canParse(issuer)) return { is_ok: false, message: 'Enter an address that starts with https://.' }
  try {
    await withProvider(services, { issuer, clientId: 'check', secret: 'unused' }, () => Promise.resolve())
    return { is_ok: true, message: 'The provider can be reached. Save, then try to sign in.' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { is_ok: false, message: error.message }
  }
}

export const handlers: Handlers<typeof endpoints> = {
  getSignInSettings: async (context, { params }) => {
    await getSchool(context, params.id)
    return presentSettings(context, params.id)
  },

  replaceSignInSettings: async (context, { params, body }) => {
    await replaceSettings(context, params.id, body)
    return presentSettings(context, params.id)
  },

  checkSignOnProvider: {
    // asks another server, so it doesn't hold a transaction
    prove: async (context, { params, body }) => {
      await getSchool(context, params.id)
      const result = await check(context, body.issuer)
      return () => result
    },
  },

  listSignOnTies: async (context, { params }) => {
    await getSchool(context, params.id)
    return listTies(context, params.id)
  },

  removeSignOnTie: (context, { params }) => removeTie(context, params.id, params.tie),

  listSignOnSchools: ({ services }) => listSignOnSchools(services),

  startSignOn: {
    prove: async (context, { body }, http) => {
      const started = await prepareSignOn(context, body.school)
      return (inside) => startSignOn(inside, started, http)
    },
  },

  finishSignOn: {
    prove: async (context, { body }, http) => {
      const proof = await checkSignOn(context, body, http)
      return (inside) => finishSignOn(inside, proof, http)
    },
  },
}
