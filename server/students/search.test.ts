import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStudent } from './factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

const people = [
  ['Liam', 'Abernathy', 'S1001120'],
  ['Mateo', 'Abernathy', 'S1001121'],
  ['Björn', 'Nguyễn', 'S1001122'],
  ['Leila', 'Fitzgerald', 'S1001123'],
  ['Grace', 'Brown', 'S1001124'],
] as const

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => (house = await startTestHouse()))
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
  for (const [first_name, last_name, sid] of people)
    await buildStudent(house.owner, {
      school_id: world.schoolId,
      first_name,
      last_name,
      sid,
      prior_last_name: null,
    })
})

const found = async (q: string): Promise<string[]> => {
  const { body } = await world.admin.get(
    `/api/students/search-by-name?school_id=${world.schoolId}&q=${encodeURIComponent(q)}`,
  )
  return body.data.map(
    (hit: { first_name: string; last_name: string }) => `${hit.last_name}, ${hit.first_name}`,
  )
}

it.each([
  ['Abernethy', ['Abernathy, Liam', 'Abernathy, Mateo']],
  ['Abernethy Lim', ['Abernathy, Liam', 'Abernathy, Mateo']],
  ['Nuguyen', ['Nguyễn, Björn']],
  ['Fitsgerald Layla', ['Fitzgerald, Leila']],
])('finds a name that is spelled a little otherwise: %s', async (q, names) => {
  expect(await found(q)).toEqual(names)
})

it('finds nobody by a name that is like none', async () => {
  expect(await found('Okonkwo')).toEqual([])
})

it('finds one student by a whole student ID, and not those whose IDs are like it', async () => {
  expect(await found('s1001120')).toEqual(['Abernathy, Liam'])
  expect(await found('S100112')).toHaveLength(people.length)
})
