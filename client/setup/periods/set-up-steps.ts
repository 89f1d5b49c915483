import type { DocumentState } from '#contract/setup/periods/publishing.ts'
import type { Check } from '#contract/setup/periods/set-up.ts'
import type { PeriodState } from '#contract/setup/periods/shapes.ts'
import { customPages, pageIdOf } from '#contract/setup/website/custom-pages.ts'
import { isUrgent } from './urgent-check.ts'

const stepKeys = [
  'dates',
  'coverage',
  'premiums',
  'texts',
  'rules',
  'forms',
  'website',
  'publish',
  'open',
] as const
export type StepKey = (typeof stepKeys)[number]

export const stepTitles: Record<StepKey, string> = {
  dates: 'Dates and deadlines',
  coverage: 'Coverage and plans',
  premiums: 'Premiums and fees',
  texts: 'Last year’s texts',
  rules: 'Waiver rules',
  forms: 'Forms',
  website: 'Website',
  publish: 'Publish',
  open: 'Open',
}

/** The documents that are edited in each step; the first one’s screen is where the step starts. */
export const stepDocuments: Record<StepKey, readonly string[]> = {
  dates: ['dates'],
  coverage: ['enrollment-options', 'medical-plan', 'dental-plan', 'vision-plan', 'carrier-file'],
  premiums: ['medical-plan', 'dental-plan', 'vision-plan', 'insurance-configuration'],
  texts: [],
  rules: ['waiver-configuration'],
  forms: [
    'enroll-form',
    'waiver-form',
    'enroll-form/intro',
    'waiver-form/intro',
    'enroll-form/dropdowns-and-notices',
    'waiver-form/dropdowns-and-notices',
  ],
  website: [
    'home-page',
    'plan-details',
    'resources-and-links',
    'contact-form',
    'faqs',
    'website-configuration',
    customPages,
  ],
  publish: [],
  open: [],
}

/** The topic of the insurance options where a step starts. */
export const stepTopics: Partial<Record<StepKey, string>> = { dates: 'windows', coverage: 'lines' }

const documentSteps = ['dates', 'coverage', 'rules', 'forms', 'website'] as const

/** Returns the step in which an issue is fixed. */
const stepOf = ({ kind, document }: Check): StepKey => {
  if (kind === 'last_year') return 'texts'
  if (kind === 'not_published') return 'publish'
  if (kind.startsWith('premium_') || document === 'insurance-configuration') return 'premiums'
  return documentSteps.find((key) => stepDocuments[key].includes(document)) ?? 'website'
}

/** A step of a setup: what is left in it, and who saved or published last. */
export interface Step {
  readonly key: StepKey
  readonly isDone: boolean
  /** Urgent ones first. */
  readonly issues: readonly Check[]
  readonly latest: { readonly at: string; readonly by: { readonly name: string } | null } | null
}

interface SetUp {
  readonly state: PeriodState
  /** Without texts that have no translation. */
  readonly issues: readonly Check[]
  readonly documents: readonly DocumentState[]
}

/** Returns the steps of a setup in their order; last year’s texts only while there are any. */
export const stepsOf = ({ state, issues, documents }: SetUp): Step[] =>
  stepKeys.flatMap((key): Step[] => {
    const own = issues.filter((issue) => stepOf(issue) === key)
    if (key === 'texts' && own.length === 0) return []
    const saved = documents.filter(({ kind }) =>
      stepDocuments[key].includes(pageIdOf(kind) === null ? kind : customPages),
    )
    const isKnown =
      key === 'publish'
        ? documents.length === 0 || documents.some(({ published }) => published !== null)
        : saved.length === 0 || saved.some(({ version }) => version > 0)
    return [
      {
        key,
        isDone: key === 'open' ? state !== 'draft' : own.length === 0 && isKnown,
        issues: [...own.filter(isUrgent), ...own.filter((issue) => !isUrgent(issue))],
        latest:
          key === 'publish'
            ? latestOf(documents.map(({ published }) => published))
            : latestOf(saved.map(saving)),
      },
    ]
  })

const saving = ({ updated_at: at, updated_by: by }: DocumentState): Step['latest'] =>
  at === null ? null : { at, by }

const latestOf = (acts: readonly Step['latest'][]): Step['latest'] =>
  acts.reduce((latest, act) => (act !== null && (latest === null || act.at > latest.at) ? act : latest), null)

/** Returns the first step with something left. */
export const nextStep = (steps: readonly Step[]): Step | undefined => steps.find(({ isDone }) => !isDone)
