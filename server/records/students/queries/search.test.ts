import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildStudent } from '../factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const people = [
  ['Liam', 'Abernathy', 'B1001120'],
  ['Mateo', 'Abernathy', 'B1001121'],
  ['Björn', 'Nguyễn', 'B1001122'],
  ['Leila', 'Fitzgerald', 'B1001123'],
  ['Grace', 'Brown', 'B1001124'],
] as const

let services: TestServices
let world: SchoolWorld
beforeAll(async () => (services = await startTestServices()))
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  for (const [first_name, last_name, sid] of people)
    await buildStudent(services.owner, {
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
])('finds a misspelled name: %s', async (q, names) => {
  expect(await found(q)).toEqual(names)
})

it.each(['451200', '00451200', '000451200', '0451200'])(
  'finds a student ID without its zeros: %s',
  async (q) => {
    const of = { school_id: world.schoolId, first_name: 'Bo', prior_last_name: null }
    const student_id = await buildStudent(services.owner, { ...of, last_name: 'Zeroes', sid: '00451200' })
    await buildStudent(services.owner, { ...of, last_name: 'Other', sid: '451201' })
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student_id,
    })
    expect(await found(q)).toEqual(['Zeroes, Bo'])
    const list = await world.admin.get(`/api/student-periods-by-period/${world.periodId}?search=${q}`)
    expect(list.body.data).toMatchObject([{ sid: '00451200' }])
  },
)

describe('swapped letters', () => {
  const swapped = (name: string, at: number): string =>
    name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2)
  const add = (last_name: string, values: object = {}) =>
    buildStudent(services.owner, {
      school_id: world.schoolId,
      first_name: 'Ana',
      last_name,
      prior_last_name: null,
      ...values,
    })

  it.each(['Nguyen', 'Delgado', 'Lopez', 'Kim', 'Smith', 'Hernandez', 'O’Brien', 'García', 'Fitzgerald'])(
    'of %s are found, wherever they are',
    async (name) => {
      await add(name)
      for (let at = 0; at < name.length - 1; at += 1) {
        const typed = swapped(name.toLowerCase(), at)
        expect([typed, (await found(typed))[0]]).toEqual([typed, `${name}, Ana`])
      }
    },
  )

  it('are found in the first name, beside another word, and in the beginning of a name', async () => {
    await add('Delgado', { first_name: 'Miguel' })
    expect(await found('delagdo miguel')).toEqual(['Delgado, Miguel'])
    expect(await found('delagdo mgi')).toEqual(['Delgado, Miguel'])
    expect(await found('delagd')).toEqual(['Delgado, Miguel'])
  })

  it('come after exact names and before similar ones', async () => {
    await add('Delagdo', { first_name: 'Exact' })
    await add('Delgado', { first_name: 'Swapped' })
    await add('Delagda', { first_name: 'Alike' })
    expect(await found('delagdo')).toEqual(['Delagdo, Exact', 'Delgado, Swapped', 'Delagda, Alike'])
  })

  it('aren’t looked for in other schools', async () => {
    const other = await buildSchoolWorld(services)
    await add('Zwolinski', { school_id: other.schoolId })
    const theirs = await world.registrar.get('/api/students/search-by-name?q=zwloinski')
    expect(theirs.body.data).toEqual([])
  })
})

it.each([
  ['obrien', { first_name: 'Lia', last_name: 'O’Brien' }, 'name'],
  ["o'brien lia", { first_name: 'Lia', last_name: "O'Brien" }, 'name'],
  ['smithjones', { first_name: 'Ann', last_name: 'Smith-Jones' }, 'name'],
  ['obrien', { first_name: 'Lia', last_name: 'Kim', prior_last_name: "O'Brien" }, 'former_name'],
])('finds a name typed without its accents and marks: %s', async (q, names, matched) => {
  await buildStudent(services.owner, {
    school_id: world.schoolId,
    sid: 'M1',
    prior_last_name: null,
    ...names,
  })
  expect(await hits(q, `&school_id=${world.schoolId}`)).toMatchObject([
    { last_name: names.last_name, matched },
  ])
})

it('adds similar names to several exact ones, because a name heard on the phone has spellings', async () => {
  const of = { school_id: world.schoolId, prior_last_name: null }
  for (const last_name of ['Adler', 'Berg', 'Cole', 'Dunn', 'Ford', 'Gray'])
    await buildStudent(services.owner, { ...of, first_name: 'Catherine', last_name })
  await buildStudent(services.owner, { ...of, first_name: 'Katherine', last_name: 'Hale' })
  expect((await found('Catherine')).slice(5)).toEqual(['Gray, Catherine', 'Hale, Katherine'])
})

it('finds no one if no name is similar', async () => {
  expect(await found('Okonkwo')).toEqual([])
})

it('finds one student by a full student ID, not similar IDs', async () => {
  expect(await found('s1001120')).toEqual(['Abernathy, Liam'])
  expect(await found('B100112')).toHaveLength(people.length)
})

const hits = async (q: string, more = ''): Promise<{ last_name: string; matched: string; dob: string }[]> =>
  (await world.admin.get(`/api/students/search-by-name?q=${encodeURIComponent(q)}${more}`)).body.data

/** No other test uses such a name. */
const uncommon = (): string =>
  `Zq${Array.from({ length: 8 }, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26))).join('')}`

it('ranks current names before former ones, and says what matched', async () => {
  const name = uncommon()
  const student = (values: object) => buildStudent(services.owner, { school_id: world.schoolId, ...values })
  await student({ first_name: 'Ana', last_name: 'Abara', prior_last_name: name, dob: '2001-02-03' })
  await student({ first_name: 'Zoë', last_name: name, prior_last_name: null, dob: '2002-03-04' })
  await student({ first_name: 'Liam', last_name: 'Brown', prior_last_name: null, uid: `${name}7` })
  expect(await hits(name)).toMatchObject([
    { last_name: name, matched: 'name', dob: '2002-03-04' },
    { last_name: 'Abara', matched: 'former_name', dob: '2001-02-03' },
    { last_name: 'Brown', matched: 'login' },
  ])
  const misspelled = `${name.slice(0, -2)}${name.at(-2) === 'y' ? 'z' : 'y'}${name.slice(-1)}`
  expect(await hits(misspelled)).toMatchObject([{ matched: 'similar' }, {}, {}])
  expect((await hits('B1001120', `&school_id=${world.schoolId}`))[0]).toMatchObject({ matched: 'student_id' })
})

it('finds only the owner of a full email address, in the list too', async () => {
  const name = uncommon().toLowerCase()
  const student = async (last_name: string, emails: object) => {
    const student_id = await buildStudent(services.owner, { school_id: world.schoolId, last_name, ...emails })
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student_id,
    })
  }
  const none = { university_email: null, personal_email: null }
  await student('Owner', { ...none, university_email: `${name}@harbor.example` })
  await student('Longer', { ...none, university_email: `di${name}@harbor.example` })
  await student('Farther', { ...none, personal_email: `${name}@harbor.example.org` })
  expect(await hits(`${name.toUpperCase()}@harbor.example`)).toMatchObject([
    { last_name: 'Owner', matched: 'email' },
  ])
  expect((await hits(`${name}@harbor`)).map(({ matched }) => matched)).toEqual(['email', 'email', 'similar'])
  const listed = async (search: string) => {
    const list = await world.admin.get(
      `/api/student-periods-by-period/${world.periodId}?search=${encodeURIComponent(search)}`,
    )
    return list.body.data.map((row: { student_name: string }) => row.student_name.split(',')[0]).sort()
  }
  expect(await listed(`${name.toUpperCase()}@harbor.example`)).toEqual(['Owner'])
  expect(await listed(`${name}@harbor.exampl`)).toEqual(['Farther', 'Owner'])
  expect(await listed(`${name}@harbor.example.org`)).toEqual(['Farther'])
  await student(`O’${name}`, { ...none, university_email: `x.o'${name}@harbor.example` })
  await student(`O${name}`, none)
  for (const typed of [`o'${name}`, `O’${name}, `, `o${name}`])
    expect(await listed(typed)).toEqual([`O’${name}`, `O${name}`].sort())
  expect(await listed(`x.o'${name}@har`)).toEqual([`O’${name}`])
})

it('ranks full names first, misspelled too, however many names start the same', async () => {
  const name = uncommon()
  for (let n = 0; n < 210; n += 1)
    await buildStudent(services.owner, {
      school_id: world.schoolId,
      first_name: 'Ana',
      last_name: `${name}a${n}`,
    })
  await buildStudent(services.owner, {
    school_id: world.schoolId,
    first_name: 'Zoë',
    last_name: `${name}-Smith`,
  })
  await buildStudent(services.owner, { school_id: world.schoolId, first_name: 'Zoë', last_name: name })
  expect((await hits(name)).slice(0, 2)).toMatchObject([{ last_name: name }, { last_name: `${name}-Smith` }])
  const misspelled = (await hits(`Q${name.slice(1)}`)).map((hit) => hit.last_name)
  expect(misspelled.slice(0, 2).sort()).toEqual([name, `${name}-Smith`])
})

it('ranks the current school first', async () => {
  const name = uncommon()
  const other = await buildSchoolWorld(services)
  await buildStudent(services.owner, { school_id: world.schoolId, first_name: 'A', last_name: name })
  await buildStudent(services.owner, { school_id: other.schoolId, first_name: 'B', last_name: name })
  const schools = async (first: number) =>
    (await hits(name, `&current_school_id=${first}`)).map((hit) => Reflect.get(hit, 'school_id'))
  expect(await schools(world.schoolId)).toEqual([world.schoolId, other.schoolId])
  expect(await schools(other.schoolId)).toEqual([other.schoolId, world.schoolId])
  const foreign = await world.registrar.get(
    `/api/students/search-by-name?q=${name}&current_school_id=${other.schoolId}`,
  )
  expect(Object.keys(foreign.body.errors)).toEqual(['current_school_id'])
})

it('ranks less similar names of the current school first, and others not at all if the list is full', async () => {
  const name = uncommon()
  const other = await buildSchoolWorld(services)
  for (let n = 0; n < 20; n += 1)
    await buildStudent(services.owner, {
      school_id: world.schoolId,
      first_name: 'A',
      last_name: `${name}thy`,
    })
  await buildStudent(services.owner, { school_id: other.schoolId, first_name: 'B', last_name: name })
  const names = async (more: string) =>
    (await hits(`${name}thyyqq`, more)).map((hit) => Reflect.get(hit, 'last_name'))
  expect(new Set(await names(''))).toEqual(new Set([`${name}thy`]))
  expect((await names(`&current_school_id=${other.schoolId}`)).slice(0, 2)).toEqual([name, `${name}thy`])
})

describe('letters from inside a name', () => {
  const add = (first_name: string, last_name: string, values: object = {}) =>
    buildStudent(services.owner, {
      school_id: world.schoolId,
      first_name,
      last_name,
      prior_last_name: null,
      ...values,
    })

  it.each([
    ['of a first name', 'nrie', ['Henrietta', 'Wu']],
    ['of a last name', 'tzg', ['Leila', 'Fitzgerald']],
    ['of a former name', 'wolin', ['Ana', 'Kim', { prior_last_name: 'Zwolinski' }]],
    ['of two names', 'tzger eil', ['Leila', 'Fitzgerald']],
    ['next to the start of the other name', 'tzg lei', ['Leila', 'Fitzgerald']],
    ['without their accents', 'uye', ['Björn', 'Nguyễn']],
    ['with their accents', 'jör', ['Björn', 'Nguyễn']],
    ['across a hyphen', 'onquez-gal', ['Ana', 'Jonquez-Gallo']],
    ['without the hyphen', 'onquezgal', ['Ana', 'Jonquez-Gallo']],
    ['after an apostrophe', 'annr', ['Lia', 'O’Hannraghan']],
    ['across an apostrophe', 'd’annr', ['Lia', 'Ad’Annrale']],
    ['without the apostrophe', 'dannr', ['Lia', 'Ad’Annrale']],
  ] as const)('%s are found: %s', async (_where, typed, [first, last, values]) => {
    if (last !== 'Fitzgerald' && last !== 'Nguyễn') await add(first, last, values)
    expect(await found(typed)).toEqual([`${last}, ${first}`])
  })

  it('come after the names that start with them, and before swapped and similar ones', async () => {
    await add('Swapped', 'Zqubacer')
    await add('Inside', 'Ozqubcaer')
    await add('Start', 'Zqubcaerson')
    await add('Whole', 'Zqubcaer')
    const names = (await hits('zqubcaer', `&school_id=${world.schoolId}`)).map((hit) => [
      Reflect.get(hit, 'first_name'),
      hit.matched,
    ])
    expect(names).toEqual([
      ['Whole', 'name'],
      ['Start', 'name'],
      ['Inside', 'name'],
      ['Swapped', 'similar'],
    ])
  })

  it('leave the names that start with them first, however many there are', async () => {
    for (let n = 0; n < 25; n += 1) await add('Ana', `Abzxq${n}`)
    for (const last of ['Bzxqel', 'Bzxq']) await add('Zoë', last)
    const names = await found('bzxq')
    expect(names).toHaveLength(20)
    expect(names.slice(0, 2)).toEqual(['Bzxq, Zoë', 'Bzxqel, Zoë'])
  })

  it('are looked for from 3 letters on, and in no other school', async () => {
    const other = await buildSchoolWorld(services)
    await add('Ana', 'Xpqkjohn', { school_id: other.schoolId })
    expect((await world.registrar.get('/api/students/search-by-name?q=pqkj')).body.data).toEqual([])
    await add('Ana', 'Xpqkjohn')
    expect(await found('pqk')).toEqual(['Xpqkjohn, Ana'])
    expect(await found('qk')).toEqual([])
  })
})
