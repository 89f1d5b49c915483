import { createFileRoute } from '@tanstack/react-router'
import { waiverConfiguration, type WaiverValues } from '#contract/periods/waiver-configuration.ts'
import { ruleKeys } from '#contract/periods/waiver-rules.ts'
import { DocumentScreen } from '#client/common/set-up/document-page.tsx'
import { valueInWords } from '#client/common/set-up/document-words.ts'
import { FormSection } from '#client/ui/form/form.tsx'
import { RuleList } from './rule-list.tsx'
import { ruleInWords } from './rule-words.ts'
import { useWatch } from 'react-hook-form'
import { Banner } from '#client/ui/states/banner.tsx'
import { documentFields } from '#client/common/set-up/document-fields.ts'
import { useState } from 'react'
import { listPeriodDocuments, listPublications } from '#contract/periods/endpoints.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { formatDay, formatInstant, localDay } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'

/** What a waiver must show, rule by rule, and how the office deals with it: kept as a draft until it is published. */
const WaiverOptionsScreen = () => (
  <DocumentScreen
    document={waiverConfiguration}
    valueWords={partInWords}
    renderActions={({ place }) => (
      <PublicationsButton periodId={place.period} kind={waiverConfiguration.kind} />
    )}
  >
    <FormSection
      title="Rules"
      why="What other coverage must show for a waiver. Students are judged by what is published."
    >
      <RuleList />
    </FormSection>
    <PolicySections />
  </DocumentScreen>
)

/** A part in words, for the choice between two people's changes: a rule by what it asks, the rest as it is. */
const partInWords = (name: string, value: unknown): string => {
  const rule = ruleKeys.find((key) => key === name)
  const read = rule === undefined ? null : waiverConfiguration.content.shape[rule].safeParse(value)
  if (rule === undefined || !read?.success) return valueInWords(value)
  return `${read.data.is_on ? 'On' : 'Off'} · ${ruleInWords(rule, read.data)}`
}

const f = documentFields<typeof waiverConfiguration>()

/** How the office deals with waivers, beside the rules: what is approved by itself, time limits, and second looks. */
const PolicySections = () => (
  <>
    <Automatic />
    <FormSection id="times" title="Time limits" why="For the student and for the office.">
      <Figure name="grace_days" hint="For the student, after a waiver could not be processed." />
      <Figure name="appeal_days" hint="After a waiver was declined." />
      <Figure name="decision_target_days" hint="Business days in which the office means to decide." />
      <Figure name="coverage_letter_max_age_days" hint="Counted from the day on the letter." />
      <f.Checkbox
        name="locks_after_benefits_used"
        label="No waiver during the year once benefits of the plan were used"
      />
    </FormSection>
    <FormSection
      id="second-looks"
      title="Second looks"
      why="How often a waiver of a source is looked at again. Empty is never."
    >
      <Figure name="reverify_individual_plan_months" hint="Every so many months." />
      <Figure name="reverify_medicaid_months" hint="Every so many months." />
      <Figure name="reverify_cobra_months" hint="Every so many months." />
      <Figure name="reverify_employer_group_months" hint="Every so many months." />
      <Figure name="reverify_sample_percent" hint="Of all other waivers, of a hundred." />
      <Figure name="tries" hint="Before an undetermined one needs a person." />
    </FormSection>
  </>
)

const Automatic = () => {
  const isOn = useWatch({ control: f.useForm().control, name: 'approves_automatically' })
  return (
    <FormSection id="automatic" title="Automatic approval" why="What may happen without a person.">
      <f.Checkbox
        name="approves_automatically"
        label="Approve a waiver by itself where every machine rule passes"
      />
      {isOn && <f.Checkbox name="confirms_automatic_approvals" label="Tell the student by email" />}
      <Banner tone={isOn ? 'warning' : 'info'} className="col-span-6">
        {isOn ? 'Nobody looks at a waiver that passes. ' : 'Every waiver waits for a person. '}A decline is
        never automatic: what does not pass always waits for staff.
      </Banner>
    </FormSection>
  )
}

interface FigureProps {
  name: keyof WaiverValues & (`${string}_days` | `reverify_${string}` | 'tries')
  hint: string
}

const Figure = ({ name, hint }: FigureProps) => <f.Number name={name} hint={hint} width="half" />

interface PublicationsProps {
  periodId: number
  kind: string
}

const dayOf = (instant: string): string => formatDay(localDay(new Date(instant)))

/** Which rule set holds, and since when; opens those before it. */
const PublicationsButton = (props: PublicationsProps) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAsk(listPeriodDocuments, { params: { id: props.periodId } })
  const published = data?.find(({ kind }) => kind === props.kind)?.published
  if (!published) return null
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Rule set {published.number}, published {dayOf(published.at)}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Rule sets">
        {isOpen && <Publications {...props} />}
      </Sheet>
    </>
  )
}

const Publications = ({ periodId, kind }: PublicationsProps) => {
  const { data, error, refetch } = useAsk(listPublications, { params: { id: periodId }, query: { kind } })
  if (error)
    return (
      <FailedState
        compact
        error={error}
        what="The rule sets"
        who="Only Shipmate Admins see what was published."
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <SkeletonRows rows={3} label="Loading the rule sets" />
  return (
    <div className="p-4">
      <p className="mb-3 text-ink-2">
        A decision keeps the rule set that it was made by. What is published is kept as it was.
      </p>
      <ol className="flex flex-col">
        {data.map(({ number, at, by }, index) => (
          <li key={number} className="border-t border-line py-2.5 first:border-t-0">
            <p className="font-medium">
              Rule set {number}
              {index === 0 && <span className="font-normal text-ink-2"> · holds now</span>}
            </p>
            <p className="text-label text-ink-2">
              Published <time dateTime={at}>{formatInstant(at)}</time>
              {by && ` by ${by.name}`}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/waiver-options')({
  component: WaiverOptionsScreen,
})
