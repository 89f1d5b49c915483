import type { PeriodSite } from '#contract/setup/site/shapes.ts'
import type { Reply } from './fake-server.ts'
import { onePage } from './open-app.tsx'
import { aboutPeriod, aPeriod, aSchool } from './records.ts'

/** Returns the state of a document as in the list of a period's documents. */
export const documentState = (kind: string, version: number, published: number | null) => ({
  kind,
  label: kind,
  version,
  updated_at: null,
  updated_by: null,
  is_published: true,
  published:
    published === null ? null : { number: 3, version: published, at: '2026-09-01T12:00:00Z', by: null },
})

/** The site of a policy year that is open to students. */
export const aPeriodSite: PeriodSite = {
  address: 'https://insurance.harborview.edu',
  is_open: true,
  closed_by: [],
  qr_code: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
}

/** The responses that every setup screen needs besides its own documents. */
export const setUpAnswers: Readonly<Record<string, Reply>> = {
  'GET /api/schools/7': { body: { data: aSchool } },
  'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
  'GET /api/periods/70/about': { body: { data: aboutPeriod } },
  'GET /api/periods/70/documents': { body: { data: [] } },
  'GET /api/periods/70/history': onePage([]),
  'GET /api/periods/70/site': { body: { data: aPeriodSite } },
  'GET /api/drafts': { body: { data: null } },
}
