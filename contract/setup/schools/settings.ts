import * as z from 'zod/mini'
import { empty, endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { historyColumns, historyEntry } from '#contract/platform/history/shapes.ts'
import { tableQuery } from '#contract/platform/table-query.ts'
import { schoolAboutChange } from './about.ts'
import { colorPairs, themes } from './colors.ts'
import { schoolColorsChange } from './contrast.ts'
import { emailSettingsChange, savedEmailSettings } from './email-settings.ts'
import { archivedSchool, school } from './shapes.ts'
import { savedSiteSettings, siteSettingsChange } from './site-settings.ts'

export const replaceSchoolAbout = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/about',
  access: 'admin',
  summary: 'Replaces a school’s name, address, contacts and time zone.',
  params: idParams,
  body: schoolAboutChange,
  reply: one(school),
})

export const replaceSchoolColors = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/colors',
  access: 'admin',
  summary:
    'Replaces a school’s colors. Contrast of text below 4.5 : 1 gives a warning, below 3 : 1 an error.',
  params: idParams,
  body: schoolColorsChange,
  reply: one(
    z.object({
      ...school.shape,
      /** Pairs of text and background with a contrast below 4.5 : 1. */
      warnings: z.array(z.object({ theme: z.enum(themes), pair: z.enum(colorPairs), ratio: z.number() })),
    }),
  ),
})

export const getSchoolEmailSettings = endpoint({
  method: 'GET',
  path: '/api/schools/:id/email-settings',
  access: 'admin',
  summary: 'Returns how a school’s emails are sent.',
  params: idParams,
  reply: one(savedEmailSettings),
})

export const replaceSchoolEmailSettings = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/email-settings',
  access: 'admin',
  summary: 'Replaces how a school’s emails are sent. Applies to emails queued from then on.',
  params: idParams,
  body: emailSettingsChange,
  reply: one(savedEmailSettings),
})

export const getSchoolSiteSettings = endpoint({
  method: 'GET',
  path: '/api/schools/:id/site-settings',
  access: 'admin',
  summary: 'Returns at which host name a school’s student site is, and which websites can embed it.',
  params: idParams,
  reply: one(savedSiteSettings),
})

export const replaceSchoolSiteSettings = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/site-settings',
  access: 'admin',
  summary: 'Replaces the host name of a school’s student site and the websites that can embed it.',
  params: idParams,
  body: siteSettingsChange,
  reply: one(savedSiteSettings),
})

export const archiveSchool = endpoint({
  method: 'DELETE',
  path: '/api/schools/:id',
  access: 'admin',
  summary: 'Archives a school that has no students. Its name can be used again.',
  params: idParams,
  reply: empty(),
})

export const checkSchoolArchive = endpoint({
  method: 'GET',
  path: '/api/schools/:id/archive',
  access: 'admin',
  summary: 'Returns why a school can’t be archived; null if it can.',
  params: idParams,
  reply: one(z.object({ problem: z.nullable(z.string()) })),
})

export const listArchivedSchools = endpoint({
  method: 'GET',
  path: '/api/archived-schools',
  access: 'admin',
  summary: 'Lists archived schools, latest first.',
  reply: list(archivedSchool),
})

export const restoreSchool = endpoint({
  method: 'POST',
  path: '/api/archived-schools/:id/restore',
  access: 'admin',
  summary:
    'Restores an archived school with its settings and users. Its name, slug and host must still be free.',
  params: idParams,
  reply: one(school),
})

/** The history of a school’s settings. */
export const listSchoolHistory = endpoint({
  method: 'GET',
  path: '/api/schools/:id/history',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists changes to a school and its files, newest first.',
  params: idParams,
  query: z.strictObject(tableQuery(historyColumns)),
  reply: page(historyEntry),
})
