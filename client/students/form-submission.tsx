import { CircleCheck, History, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { coverageLabels, type Coverage } from '#contract/coverage/choices.ts'
import { formTypeLabels, matchMethodLabels } from '#contract/form-submissions/choices.ts'
import type { SignedForm, StudentFormSubmission } from '#contract/form-submissions/shapes.ts'
import { fieldOf } from '#contract/known-fields.ts'
import { withinSentence } from '#contract/letter-case.ts'
import { qualifyingEventLabels } from '#contract/periods/insurance-configuration.ts'
import { languageLabels } from '#contract/periods/waiver-choices.ts'
import { fieldFact } from '#client/common/field-fact.tsx'
import { fieldLabel } from '#client/common/field-text.ts'
import { formatDay, formatInstant, formatList } from '#client/lib/format.ts'
import { Pill } from '#client/ui/text/badge.tsx'
import { Disclosure } from '#client/ui/text/disclosure.tsx'

/** Renders a form as a line that opens to what the student signed. */
export const FormSubmission = ({ form }: { form: StudentFormSubmission }) => (
  <Disclosure summary={<Summary form={form} />}>
    <div className="flex flex-col gap-5 px-2 pt-2 pb-3 sm:pl-8">
      <Flagged coverages={form.flagged_coverages} />
      <Facts facts={factsOf(form)} />
      <Part title="Answers">
        <Facts facts={answersOf(form.content)} />
      </Part>
      <Dependents dependents={form.content.dependents} />
      <Attestations content={form.content} />
    </div>
  </Disclosure>
)

const inWords = (coverages: readonly Coverage[]): string =>
  formatList(coverages.map((coverage) => withinSentence(coverageLabels[coverage])))

const Summary = ({ form }: { form: StudentFormSubmission }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
    <span className="font-medium">
      {formTypeLabels[form.form_type]} for {inWords(form.coverage_types)}
    </span>
    <span className="text-ink-2">{formatInstant(form.submitted_at)}</span>
    <span className="tabular text-ink-2">{form.confirmation_number}</span>
    {form.superseded_by === null ? (
      <Pill quiet tone="success" icon={CircleCheck}>
        Current
      </Pill>
    ) : (
      <Pill quiet icon={History}>
        Replaced by {form.superseded_by.confirmation_number}
      </Pill>
    )}
    {form.flagged_coverages.length > 0 && (
      <Pill tone="warning" icon={TriangleAlert}>
        Needs review
      </Pill>
    )}
  </span>
)

const Flagged = ({ coverages }: { coverages: readonly Coverage[] }) =>
  coverages.length > 0 && (
    <p className="text-ink-2">
      The form couldn’t change the {inWords(coverages)} status, so the status stayed as it was.
    </p>
  )

type Fact = readonly [label: string, value: ReactNode]

const factsOf = ({ match_method: method, content, form_number: number }: StudentFormSubmission): Fact[] => [
  ...(method === null ? [] : [['Matched by', matchMethodLabels[method]] as const]),
  ['Language', languageLabels[content.language]],
  ['Published form', `Version ${number}`],
  ...(content.qualifying_event === null
    ? []
    : [
        ['Qualifying life event', qualifyingEventLabels[content.qualifying_event]] as const,
        ['Date of event', formatDay(content.event_on)] as const,
      ]),
]

/** The name of a company is an answer of its own, so its number isn't shown. */
const answersOf = ({ answers }: SignedForm): Fact[] =>
  answers
    .filter(({ name }) => fieldOf(name)?.format !== 'company')
    .map(({ name, value }) => [fieldLabel(name), fieldFact(name, value)])

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 md:grid-cols-3">
    {facts.map(([label, value]) => (
      <div key={label} className="min-w-0">
        <dt className="text-label text-ink-2">{label}</dt>
        <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
      </div>
    ))}
  </dl>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="mb-2 font-medium">{title}</h3>
    {children}
  </section>
)

const dependentFields = ['type', 'gender', 'dob', 'ssn'] as const

const Dependents = ({ dependents }: Pick<SignedForm, 'dependents'>) =>
  dependents.length > 0 && (
    <Part title="Dependents">
      <ul className="flex flex-col gap-3">
        {dependents.map((one, index) => (
          // dependents on a form have no IDs and never change
          // oxlint-disable-next-line react/no-array-index-key -- the list is fixed
          <li key={index}>
            <p className="mb-1">
              {one.first_name} {one.last_name}
            </p>
            <Facts
              facts={dependentFields.flatMap((name): Fact[] =>
                one[name] === null ? [] : [[fieldLabel(name), fieldFact(name, one[name])]],
              )}
            />
          </li>
        ))}
      </ul>
    </Part>
  )

const Attestations = ({ content: { attestations, signature } }: { content: SignedForm }) => (
  <Part title="Signature">
    {attestations.length > 0 && (
      <ul className="mb-3 flex list-disc flex-col gap-1 pl-5">
        {attestations.map(({ key, label }) => (
          <li key={key}>{label}</li>
        ))}
      </ul>
    )}
    <p>Signed by {signature}</p>
  </Part>
)
