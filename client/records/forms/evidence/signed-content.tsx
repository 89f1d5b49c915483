import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { attestedLabels } from '#contract/setup/period-documents/attested.ts'
import { qualifyingEventLabels } from '#contract/setup/period-documents/insurance-configuration.ts'
import { languageLabels } from '#contract/setup/period-documents/waiver-choices.ts'
import { fieldFact } from '#client/platform/record/field-fact.tsx'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { claimsAbout, claimsAboutStudent, claimTitle, type Claim } from './claims.ts'
import { fullName } from '#contract/platform/person-name.ts'

/** Renders what the student claims and signed: insurance first, because the documents prove it. */
export const SignedContent = ({ content }: { content: SignedForm }) => (
  <>
    {content.coverage_types.map((coverage) => (
      <CoverageClaims key={coverage} content={content} coverage={coverage} />
    ))}
    <LifeEvent content={content} />
    {claimsAboutStudent(content).map(({ title, claims }) => (
      <Part key={title} title={title}>
        <Facts facts={claims.map(factOf)} />
      </Part>
    ))}
    <Dependents dependents={content.dependents} />
    <Signature content={content} />
  </>
)

type Fact = readonly [label: string, value: ReactNode]

const factOf = ({ name, label, value }: Claim): Fact => {
  const shown = value === null ? <Missing /> : fieldFact(name, value)
  return [label, shown]
}

const Missing = () => (
  <Pill tone="warning" icon={TriangleAlert}>
    Missing
  </Pill>
)

const CoverageClaims = ({ content, coverage }: { content: SignedForm; coverage: Coverage }) => {
  const claims = claimsAbout(content, coverage)
  if (claims.length === 0 && content.form_type === 'enroll') return null
  return (
    <Part title={claimTitle(content, coverage)}>
      {claims.length === 0 ? (
        <p className="text-ink-2">
          The form has no answers about {withinSentence(coverageLabels[coverage])} insurance.
        </p>
      ) : (
        <Facts facts={claims.map(factOf)} />
      )}
    </Part>
  )
}

const LifeEvent = ({ content: { qualifying_event: event, event_on } }: { content: SignedForm }) =>
  event !== null && (
    <Part title="Life event">
      <Facts
        facts={[
          ['Qualifying life event', qualifyingEventLabels[event]],
          ['Date of event', formatDay(event_on)],
        ]}
      />
    </Part>
  )

/** Renders labels with their values, in as many columns as there’s room for. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-x-4 gap-y-3">
    {facts.map(([label, value]) => (
      <div key={label} className="min-w-0">
        <dt className="text-label text-ink-2">{label}</dt>
        <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
      </div>
    ))}
  </dl>
)

/** Renders a titled part of a form. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="mb-2 font-medium">{title}</h2>
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
            <p className="mb-1">{fullName(one)}</p>
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

const Signature = ({ content: { attestations, signature, language } }: { content: SignedForm }) => (
  <Part title="Signature">
    {attestations.length > 0 && (
      <ul className="mb-3 flex list-disc flex-col gap-1.5 pl-5">
        {attestations.map(({ key, label, confirms }) => (
          <li key={key}>
            {label}
            {confirms !== null && (
              <span className="block text-label text-ink-2">Answers: {attestedLabels[confirms]}</span>
            )}
          </li>
        ))}
      </ul>
    )}
    <Facts
      facts={[
        ['Signed by', signature],
        ['Language', languageLabels[language]],
      ]}
    />
  </Part>
)
