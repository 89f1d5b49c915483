import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeServer } from '#client/testing/fake-server.ts'
import { openApp } from '#client/testing/open-app.tsx'
import { aPeriod, aStudentOverview } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { createApp } from './create-app.tsx'

/** What keeps a screen from showing a record below a school, policy year or student that it doesn’t belong to. */
type Answer =
  /** The layout finds no such policy year in the school, and renders no screen. Tried below. */
  | 'no such policy year'
  /** The student isn’t in that policy year, and the screen says so. Tried below. */
  | 'not in this policy year'
  /** The screen compares the record’s own school or policy year: the title of its test, by file. */
  | { readonly file: string; readonly test: string }
  /** A name or a position and not an ID: the title of the test for one that doesn’t exist, by file. */
  | { readonly isNoId: true; readonly file: string; readonly test: string }

const year = '/schools/$school/period/$period'

/** The answers below a policy year of another school, by the last parameter of the path. */
const byLastName: Readonly<Record<string, Answer>> = {
  [`${year} $plan`]: {
    isNoId: true,
    file: '../setup/periods/plan-screen.test.tsx',
    test: 'a plan that doesn’t exist isn’t found',
  },
  [`${year} $form`]: {
    isNoId: true,
    file: '../setup/website/website-screens.test.tsx',
    test: 'there is no %s',
  },
  [`${year} $order`]: {
    isNoId: true,
    file: '../setup/website/website-screens.test.tsx',
    test: 'beyond the end, a page isn’t found',
  },
  [`${year} $batch`]: {
    file: '../outputs/bursar/bursar.test.tsx',
    test: 'a batch of another policy year isn’t found',
  },
  [`${year} $submission`]: {
    file: '../review/form-submissions/review.test.tsx',
    test: 'of another policy year',
  },
  [`${year} $import`]: {
    file: '../review/imports/import-result-screen.test.tsx',
    test: 'an import of another policy year isn’t found below this one',
  },
  '/schools/$school $email': {
    file: '../mail/email-templates/email-templates.test.tsx',
    test: 'a template of another school isn’t found',
  },
  '/student/$student $period': 'not in this policy year',
  '/schools/$school $period': 'no such policy year',
}

/** The parameters of a path after the first, each with the parent that it stands below. */
const pairsIn = (path: string): string[] => {
  const parts = path.split('/')
  const places = parts.flatMap((part, place) => (part.startsWith('$') ? [place] : []))
  return places.slice(1).map((place, nth) => {
    const parent = parts.slice(0, (places[nth] ?? 0) + 1).join('/')
    return `${parent} ${parts[place]}`
  })
}

// the app asks who is signed in at once
fakeServer({})
const paths = Object.keys(createApp().router.routesByPath).filter((path) => pairsIn(path).length > 0)
const answered = (answer: Answer): string[] =>
  paths.filter((path) => pairsIn(path).some((pair) => byLastName[pair] === answer))

const elsewhere = Object.entries(byLastName).flatMap(([pair, answer]) =>
  typeof answer === 'string' ? [] : [[pair, answer] as const],
)

const tests: Readonly<Record<string, string>> = import.meta.glob('../**/*.test.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

afterEach(cleanup)

describe('a path with two records', () => {
  test('says for each pair how one that doesn’t belong together is answered', () => {
    expect(paths.length).toBeGreaterThan(30)
    const unanswered = paths.flatMap((path) =>
      pairsIn(path)
        .filter((pair) => !(pair in byLastName))
        .map((pair) => `${path}: ${pair}`),
    )
    expect(unanswered).toEqual([])
    const pairs = new Set(paths.flatMap(pairsIn))
    expect(Object.keys(byLastName).filter((pair) => !pairs.has(pair))).toEqual([])
  })

  test.each(elsewhere)('has a test in its module for %s', (_, { file, test: title }) => {
    expect(tests[file]).toContain(`'${title}'`)
  })

  test.each(answered('no such policy year'))('%s isn’t found in another school', async (path) => {
    const names = { $plan: 'medical-plan', $form: 'enroll-form' }
    const address = path.replaceAll(/\$\w+/g, (name) => {
      if (name === '$school') return '7'
      return Reflect.get(names, name) ?? '5'
    })
    // the school has another policy year
    await openApp(address, admin, { 'GET /api/schools/7/periods': { body: { data: [aPeriod] } } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  })

  test.each(answered('not in this policy year'))('%s says so for another student', async (path) => {
    await openApp(path.replace('$student', '900').replace('$period', '71'), admin, {
      'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    })
    expect(await screen.findByText('Not in this policy year')).toBeTruthy()
  })
})
