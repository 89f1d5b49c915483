/**
 * `npm run bench screens` (build first): measures the setup screens in a real Chromium, from the last byte of
 * their data to the frame that shows it, with a large setup: 40 questions, 100 links, 200 programs.
 */
import type { Page } from '@playwright/test'
import { median, reportFigure } from './measure.ts'
import { inPage, untilShown } from './page.ts'

interface Place {
  readonly schoolId: number
  readonly periodId: number
}

interface Session {
  readonly token: string
  readonly get: (path: string) => Promise<{ readonly text: string }>
  readonly put: (path: string, body: unknown) => Promise<unknown>
}

const rounds = 5

/** Milliseconds from a screen’s data to its frame (budget: a tenth of a second). */
const budget = 100

const paragraph = `<p>${'Students who are covered elsewhere may waive the plan until the deadline. '.repeat(6)}</p>`
const listed = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1))

const contents: Readonly<Record<string, object>> = {
  faqs: {
    items: listed(40, (n) => ({ key: `q${n}`, question: `What about case ${n}?`, answer: paragraph })),
  },
  'plan-details': {
    sections: listed(20, (n) => ({ key: `s${n}`, title: `Section ${n}`, body: paragraph.repeat(4) })),
  },
  'resources-and-links': {
    groups: listed(10, (n) => ({
      key: `g${n}`,
      title: `Group ${n}`,
      links: listed(10, (m) => ({
        key: `l${n}-${m}`,
        label: `Link ${m}`,
        url: `https://www.example.edu/${n}/${m}`,
        description: 'Where to find more.',
      })),
    })),
  },
  'enroll-form/dropdowns-and-notices': {
    options: {
      program: listed(200, (n) => ({ key: `p${n}`, value: `Program ${n}`, is_retired: false })),
      campus: listed(30, (n) => ({ key: `c${n}`, value: `Campus ${n}`, is_retired: false })),
      rotation_location: listed(60, (n) => ({ key: `r${n}`, value: `Hospital ${n}`, is_retired: false })),
      graduation_year: listed(8, (n) => ({ key: `y${n}`, value: String(2025 + n), is_retired: false })),
      loa_reason: listed(6, (n) => ({ key: `o${n}`, value: `Reason ${n}`, is_retired: false })),
    },
  },
}

const setUp = async (session: Session, { periodId }: Place): Promise<void> => {
  for (const [kind, content] of Object.entries(contents)) {
    const path = `/api/periods/${periodId}/${kind}`
    await session.put(path, { ...JSON.parse((await session.get(path)).text).data, ...content })
  }
}

/**
 * Goes to a screen within the page and returns the milliseconds from the last response it needed (or from the
 * click, if none) to the first frame without loading states. It’s text, because it runs in the browser.
 */
const visit = (path: string): string => `(async () => {
  const former = document.querySelector('main h1')
  const formerText = former?.textContent
  performance.clearResourceTimings()
  const pressed = performance.now()
  history.pushState({}, '', ${JSON.stringify(path)})
  const isShown = () => {
    const head = document.querySelector('main h1')
    return head !== null && (head !== former || head.textContent !== formerText)
  }
  ${untilShown}
  return shown - ready
})()`

/** Returns the milliseconds of each visit by screen, after a first visit to each loads its code. */
const visitAll = async (page: Page, paths: readonly string[]): Promise<Map<string, number[]>> => {
  const taken = new Map<string, number[]>()
  for (let round = 0; round <= rounds; round += 1)
    for (const path of paths) {
      const time = await page.evaluate<number>(visit(path))
      if (round > 0) taken.set(path, [...(taken.get(path) ?? []), time])
      // later work, such as the preview panel, doesn't count for the next screen
      await page.waitForTimeout(700)
    }
  return taken
}

const screensOf = ({ schoolId, periodId }: Place): readonly string[] => {
  const year = `/schools/${schoolId}/period/${periodId}`
  const school = `/schools/${schoolId}/settings`
  const pages = [
    'home-page',
    'plan-info-and-details',
    'resources-and-links',
    'enroll-form',
    'enroll-form/dropdowns-and-notices',
    'waiver-form',
    'waiver-form/dropdowns-and-notices',
    'contact-form',
    'faqs',
  ]
  return [
    ...['', '/periods', '/colors', '/files'].map((part) => school + part),
    ...['set-up', 'insurance-options', 'insurance-options/medical-plan', 'waiver-options'].map(
      (part) => `${year}/${part}`,
    ),
    ...pages.map((page) => `${year}/website/${page}`),
    '/settings/insurance-companies',
  ]
}

/** Opens each setup screen. Returns which are within budget. */
export const measureScreens = async (base: string, session: Session, place: Place): Promise<boolean[]> => {
  await setUp(session, place)
  return inPage({ base, token: session.token }, async (page) => {
    await page.goto(base)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const taken = await visitAll(page, screensOf(place))
    return [...taken].map(([path, times]) => {
      const name = path.replace(/^\/schools\/\d+\/(period\/\d+\/)?/, '')
      return reportFigure(name, median(times), { unit: 'ms', most: budget })
    })
  })
}
