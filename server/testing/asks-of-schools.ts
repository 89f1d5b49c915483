import { usualColors } from '#contract/schools/colors.ts'
import { buildSchool } from '#server/schools/factory.ts'
import { idOf, type Asks } from './ask.ts'
import type { AskWorld, TestFile } from './ask-world.ts'

/** A logo to send. */
export const drawingFile: TestFile = {
  name: 'logo.svg',
  bytes: '<svg viewBox="0 0 40 20"><rect width="40" height="20" fill="#0f6e56"/></svg>',
}

const takes = ({ schoolId }: AskWorld) => ({ body: { school_id: String(schoolId) }, file: drawingFile })

const add = async ({ admin, schoolId }: AskWorld) => {
  const answer = await admin.upload('/api/schools/image', { school_id: String(schoolId) }, drawingFile)
  return answer.body.data
}

export const asksOfSchools: Asks['schools'] = {
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
  replaceSchoolColors: ({ schoolId }) => ({ ...idOf(schoolId), body: usualColors }),
  listSchoolHistory: ({ schoolId }) => idOf(schoolId),
  archiveSchool: async ({ house }) => idOf(await buildSchool(house.owner)),
  addLogo: takes,
  addImage: takes,
  addSchoolFile: takes,
  listSchoolFiles: ({ schoolId }) => idOf(schoolId),
  listSchoolFileUses: ({ schoolId }) => idOf(schoolId),
  removeSchoolFile: async (world) => ({
    params: { ...idOf(world.schoolId).params, fileId: String((await add(world)).id) },
  }),
  getMedia: async (world) => ({ params: { name: (await add(world)).url.replace('/media/', '') } }),
}
