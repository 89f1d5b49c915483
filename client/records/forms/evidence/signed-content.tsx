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
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Facts, type Fact } from '#client/platform/ui/text/facts.tsx'
import { claimsAbout, claimsAboutStudent, claimTitle, type Claim } from './claims.ts'
import { fullName } from '#contract/platform/person-name.ts'
import { compareClaims } from './compared.ts'
import { Missing } from './missing.tsx'
import { useMerge, type MergeableForm } from './use-merge.ts'

interface SignedContentProps {
  content: SignedForm
  /** The PNG in Base64. */
  drawnSignature: string | null
  /** The form, if another part shows what it says about coverage next to its record. */
  matched?: MergeableForm | undefined
}

/** Renders what the student claims and signed: insurance first, because the documents prove it. */
export const SignedContent = ({ content, drawnSignature, matched }: SignedContentProps) => (
  <>
    {!matched &&
      content.coverage_types.map((coverage) => (
        <CoverageClaims key={coverage} content={content} coverage={coverage} />
      ))}
    <LifeEvent content={content} />
    {claimsAboutStudent(content).map(({ title, claims }) => (
      <Part key={title} title={title}>
        {matched ? <TakeableFacts claims={claims} form={matched} /> : <Facts facts={claims.map(factOf)} />}
      </Part>
    ))}
    <Dependents dependents={content.dependents} matched={matched} />
    <Signature content={content} drawn={drawnSignature} />
  </>
)

const factOf = ({ name, label, value }: Claim): Fact => {
  const shown = value === null ? <Missing /> : fieldFact(name, value)
  return [label, shown]
}

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

interface TakeableFactsProps {
  claims: readonly Claim[]
  form: MergeableForm
}

/** Renders claims about the student; what the record has otherwise can be taken over, one by one. */
const TakeableFacts = ({ claims, form }: TakeableFactsProps) => {
  const { merge, isSending, error } = useMerge(form)
  const facts = compareClaims(claims, form.comparison, undefined).map((row): Fact => {
    const [label, shown] = factOf(row.claim)
    if (!row.differs) return [label, shown]
    return [
      label,
      <>
        {shown}
        <span className="block text-label text-ink-2">
          Record: {row.recorded ?? 'empty'}
          {row.mergeable.length > 0 && (
            <>
              {' '}
              <Button
                variant="ghost"
                size="sm"
                className="h-auto px-1 text-accent-text coarse:h-9"
                busy={isSending}
                aria-label={`Take ${withinSentence(label)}`}
                onClick={() => void merge(row.mergeable)}
              >
                Take
              </Button>
            </>
          )}
        </span>
      </>,
    ]
  })
  return (
    <>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Facts facts={facts} />
    </>
  )
}

/** Renders a titled part of a form. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="mb-2 font-medium">{title}</h2>
    {children}
  </section>
)

const dependentFields = ['type', 'gender', 'dob', 'ssn'] as const

type DependentsProps = Pick<SignedForm, 'dependents'> & Pick<SignedContentProps, 'matched'>

const Dependents = ({ dependents, matched }: DependentsProps) =>
  dependents.length > 0 && (
    <Part title="Dependents">
      {matched && <RecordedDependents form={matched} />}
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

/** Says who is on record if that differs from the form; they can be taken over unless staff choose when they decide. */
const RecordedDependents = ({ form }: { form: MergeableForm }) => {
  const { merge, isSending, error } = useMerge(form)
  const field = form.comparison.find(({ name }) => name === 'dependents')
  if (!field || field.submitted === field.recorded) return null
  return (
    <div className="mb-3 flex flex-col items-start gap-1.5">
      <p className="text-label text-ink-2">Record: {field.recorded ?? 'no dependents'}</p>
      {field.doubt !== undefined && <p className="text-label text-warning-text">{field.doubt}</p>}
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {field.can_merge && (
        <Button size="sm" busy={isSending} onClick={() => void merge([field.name])}>
          Take the dependents
        </Button>
      )}
    </div>
  )
}

interface SignatureProps {
  content: SignedForm
  drawn: string | null
}

const Signature = ({ content: { attestations, signature, language }, drawn }: SignatureProps) => (
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
    {drawn !== null && (
      <img
        className="mt-3 max-h-24 max-w-full rounded bg-white p-1 outline outline-line"
        src={`data:image/png;base64,${drawn}`}
        alt={`Signature drawn by ${signature}`}
      />
    )}
  </Part>
)
