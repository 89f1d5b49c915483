import { insuranceDocuments, websiteDocuments } from '#contract/setup/period-documents/documents.ts'
import { publishForm } from './form-requests.ts'
import { openSite } from './student-site.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

const read = ({ periodId }: RequestWorld) => idOf(periodId)

/** Requests of documents: each is read and sent back unchanged. */
const requestsOf = <const D extends typeof insuranceDocuments | typeof websiteDocuments>(documents: D) =>
  // Object.fromEntries drops the names of the documents' calls
  Object.fromEntries(
    Object.entries(documents).flatMap(([name, { kind }]) => [
      [`get${name}`, read],
      [`replace${name}`, sendBack(kind)],
    ]),
  ) as { readonly [N in keyof D & string as `get${N}`]: typeof read } & {
    readonly [N in keyof D & string as `replace${N}`]: ReturnType<typeof sendBack>
  }

const sendBack =
  (kind: string) =>
  async ({ admin, periodId }: RequestWorld) => ({
    ...idOf(periodId),
    body: (await admin.get(`/api/periods/${periodId}/${kind}`)).body.data,
  })

let drafts = 0

const addDraft = async ({ admin, schoolId }: RequestWorld): Promise<number> => {
  drafts += 1
  const body = {
    school_id: schoolId,
    name: `Draft ${drafts}`,
    starts_on: '2029-08-01',
    ends_on: '2030-07-31',
  }
  return (await admin.post('/api/periods', body)).body.data.id
}

export const periodRequests: TestRequests['periods'] = {
  createPeriod: ({ schoolId }) => ({
    body: { school_id: schoolId, name: '2028–29', starts_on: '2028-08-01', ends_on: '2029-07-31' },
  }),
  getPeriod: ({ periodId }) => idOf(periodId),
  getPeriodAbout: ({ periodId }) => idOf(periodId),
  replacePeriodAbout: ({ periodId }) => ({
    ...idOf(periodId),
    body: {
      name: 'Renamed',
      starts_on: '2026-08-01',
      ends_on: '2027-07-31',
      state: 'open',
      waiver_deadline_on: null,
      medical_offered: true,
      dental_offered: true,
      vision_offered: false,
      medical_is_voluntary: false,
    },
  }),
  removePeriod: async (world) => idOf(await addDraft(world)),
  fillPeriod: async (world) => ({ ...idOf(await addDraft(world)), body: { copy_from_period_id: null } }),
  listPeriodHistory: ({ periodId }) => idOf(periodId),
  startLinkCheck: read,
  getLatestLinkCheck: read,
  getPeriodChecks: ({ periodId }) => idOf(periodId),
  comparePeriods: ({ periodId }) => idOf(periodId),
  listLastYearTexts: read,
  replaceLastYearTexts: async ({ admin, schoolId, periodId }) => {
    const text = { intro: '<p>Plan year 2026</p>', items: [] }
    await admin.put(`/api/periods/${periodId}/faqs`, text)
    const copy = await admin.post('/api/periods', {
      school_id: schoolId,
      name: `Copy of ${periodId}`,
      starts_on: '2031-08-01',
      ends_on: '2032-07-31',
      copy_from_period_id: periodId,
    })
    const { id } = copy.body.data
    const { data } = (await admin.get(`/api/periods/${id}/last-year-texts`)).body
    const [{ document, path, version }] = data.texts
    return { ...idOf(id), body: { texts: [{ document, path, version }] } }
  },
  listPeriodDocuments: ({ periodId }) => idOf(periodId),
  listUnpublishedChanges: ({ periodId }) => ({ ...idOf(periodId), query: { kind: 'faqs' } }),
  listPublications: ({ periodId }) => ({ ...idOf(periodId), query: { kind: 'faqs' } }),
  publishDocuments: async ({ admin, periodId }) => {
    await admin.put(`/api/periods/${periodId}/faqs`, { intro: '<p>Ask us.</p>', items: [] })
    return { ...idOf(periodId), body: { documents: [{ kind: 'faqs', version: 1 }] } }
  },
  getPublication: async (world) => ({
    ...(await publishFaqs(world)),
    query: { kind: 'faqs', number: '1' },
  }),
  listRestorableChanges: async (world) => ({
    ...(await publishFaqs(world)),
    query: { kind: 'faqs', number: '1' },
  }),
  restorePublication: async (world) => ({
    ...(await publishFaqs(world)),
    body: { kind: 'faqs', number: 1, version: 1 },
  }),
  ...requestsOf(insuranceDocuments),
}

const publishFaqs = async ({ admin, periodId }: RequestWorld) => {
  await admin.put(`/api/periods/${periodId}/faqs`, { intro: '<p>Ask us.</p>', items: [] })
  const documents = [{ kind: 'faqs', version: 1 }]
  await admin.post(`/api/periods/${periodId}/publications`, { documents })
  return idOf(periodId)
}

const addPage = async ({ admin, periodId }: RequestWorld): Promise<number> =>
  (await admin.post(`/api/periods/${periodId}/custom-pages`, { title: 'Health center' })).body.data.id

const onPage = async (world: RequestWorld) => ({
  params: { id: String(world.periodId), pageId: String(await addPage(world)) },
})

export const websiteRequests: TestRequests['website'] = {
  listCustomPages: read,
  getCustomPage: onPage,
  createCustomPage: ({ periodId }) => ({ ...idOf(periodId), body: { title: 'Health center' } }),
  replaceCustomPage: async (world) => ({
    ...(await onPage(world)),
    body: { title: 'Clinic', slug: `clinic-${world.periodId}`, body: '<p>Open</p>', published: true },
  }),
  removeCustomPage: onPage,
  orderCustomPages: async ({ admin, periodId }) => {
    const { data } = (await admin.get(`/api/periods/${periodId}/custom-pages`)).body
    return { ...idOf(periodId), body: { ids: data.map(({ id }: { id: number }) => id) } }
  },
  listOptionUses: read,
  renameOption: ({ periodId }) => ({
    ...idOf(periodId),
    body: { field: 'program', from: 'Nursing', to: 'Nursing (BSN)', carries_records: true },
  }),
  ...requestsOf(websiteDocuments),
  replaceDocuments: async ({ admin, periodId }) => {
    const { data } = (await admin.get(`/api/periods/${periodId}/faqs`)).body
    return { ...idOf(periodId), body: { documents: { faqs: data } } }
  },
}

/** Valid requests of the counts of a site’s visits. */
export const visitRequests: TestRequests['site-visits'] = {
  countFormStep: async (world) => {
    await openSite(world)
    await publishForm(world)
    return { ...idOf(world.periodId), body: { form: 'waive', step: 'sign', is_first: false, language: 'en' } }
  },
  getSiteVisits: read,
}
