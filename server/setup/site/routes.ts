import type * as endpoints from '#contract/setup/site/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { readSite } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  getSite: (context, { params, query }, { reply }) => {
    // as fresh as a page of the site: a publication shows within seconds
    void reply.header('Cache-Control', 'public, max-age=2')
    return readSite(context, params.slug, query.year)
  },
}
