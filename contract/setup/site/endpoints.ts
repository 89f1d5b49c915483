import * as z from 'zod/mini'
import { endpoint, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { slug } from '#contract/setup/schools/about.ts'
import { siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import { periodSite, publicSite } from './shapes.ts'

export const getSite = endpoint({
  method: 'GET',
  path: '/api/public/sites/:slug',
  access: 'anyone',
  isPublic: true,
  summary:
    'Returns the student site of a school: what is published for its current policy year, or for the one named by `year`.',
  params: z.strictObject({ slug }),
  query: z.strictObject({
    /** The policy year in an address: '2026-27'. */
    year: z.optional(slug),
    /** The language of the office’s texts; English by default, and where a text is missing. */
    language: z.optional(z.enum(siteLanguages)),
  }),
  reply: one(publicSite),
})

export const getPeriodSite = endpoint({
  method: 'GET',
  path: '/api/periods/:id/site',
  access: 'admin',
  summary:
    'Returns the address of a policy year’s student site, and whether it’s open to students or what closes it.',
  params: idParams,
  reply: one(periodSite),
})
