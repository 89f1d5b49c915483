import type * as endpoints from '#contract/setup/site/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { readSite } from './queries/site.ts'
import { readPeriodSite } from './queries/years.ts'

export const handlers: Handlers<typeof endpoints> = {
  getSite: async (context, { params, query }, { reply }) => {
    const site = await readSite(context, params.slug, query)
    // as fresh as a page of the site: a publication shows within seconds
    void reply.header('Cache-Control', 'public, max-age=2')
    return site
  },

  getPeriodSite: (context, { params }) => readPeriodSite(context, params.id),
}
