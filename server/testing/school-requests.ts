import { defaultEmailSettings } from '#contract/setup/schools/email-settings.ts'
import { defaultColors } from '#contract/setup/schools/colors.ts'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld, TestFile } from './request-world.ts'

/** A logo to upload. */
export const drawingFile: TestFile = {
  name: 'logo.svg',
  bytes: '<svg viewBox="0 0 40 20"><rect width="40" height="20" fill="#0f6e56"/></svg>',
}

const uploadRequest = ({ schoolId }: RequestWorld) => ({
  body: { school_id: String(schoolId) },
  file: drawingFile,
})

const add = async ({ admin, schoolId }: RequestWorld) => {
  const answer = await admin.upload('/api/schools/image', { school_id: String(schoolId) }, drawingFile)
  return answer.body.data
}

export const schoolRequests: TestRequests['schools'] = {
  listSchools: () => ({}),
  listSchoolsForUsers: () => ({}),
  createSchool: ({ schoolId }) => ({ body: { name: `Lakeside College ${schoolId}` } }),
  getSchool: ({ schoolId }) => idOf(schoolId),
  listSchoolPeriods: ({ schoolId }) => idOf(schoolId),
  orderPeriods: async ({ admin, schoolId }) => {
    const { data } = (await admin.get(`/api/schools/${schoolId}/periods`)).body
    return { params: { id: String(schoolId) }, body: { ids: data.map(({ id }: { id: number }) => id) } }
  },
  replaceSchoolAbout: ({ schoolId }) => ({
    ...idOf(schoolId),
    body: {
      name: `Lakeside College ${schoolId}`,
      slug: `lakeside-${schoolId}`,
      time_zone: 'America/Chicago',
      address_1: null,
      address_2: null,
      city: 'Duluth',
      state: 'MN',
      zip: null,
      phone: null,
      website: null,
      contacts: [],
      deadlines_contact: { name: null, email: null, phone: null },
    },
  }),
  replaceSchoolColors: ({ schoolId }) => ({ ...idOf(schoolId), body: defaultColors }),
  getSchoolEmailSettings: ({ schoolId }) => idOf(schoolId),
  replaceSchoolEmailSettings: ({ schoolId }) => ({ ...idOf(schoolId), body: defaultEmailSettings }),
  getSchoolSiteSettings: ({ schoolId }) => idOf(schoolId),
  replaceSchoolSiteSettings: ({ schoolId }) => ({
    ...idOf(schoolId),
    body: { host: `site-${schoolId}.example.edu`, embedded_on: ['https://www.example.edu'] },
  }),
  listSchoolHistory: ({ schoolId }) => idOf(schoolId),
  archiveSchool: async ({ services }) => idOf(await buildSchool(services.owner)),
  checkSchoolArchive: ({ schoolId }) => idOf(schoolId),
  listArchivedSchools: () => ({}),
  restoreSchool: async ({ services }) =>
    idOf(await buildSchool(services.owner, { archived_at: '2026-08-01T12:00:00Z' })),
  addLogo: uploadRequest,
  addImage: uploadRequest,
  addSchoolFile: uploadRequest,
  listSchoolFiles: ({ schoolId }) => idOf(schoolId),
  listSchoolFileUses: ({ schoolId }) => idOf(schoolId),
  removeSchoolFile: async (world) => ({
    params: { ...idOf(world.schoolId).params, fileId: String((await add(world)).id) },
  }),
  getMedia: async (world) => ({ params: { name: (await add(world)).url.replace('/media/', '') } }),
}
