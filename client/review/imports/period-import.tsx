import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { familyLabels, statusFamilies } from '#contract/platform/coverage/status-groups.ts'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { rolloverText, useRollover } from '#client/records/students/rollover-text.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { formatCount } from '#client/platform/lib/format.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { RadioGroup } from '#client/platform/ui/controls/radio-group.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { carryGroups } from '#client/records/students/copy-choices.ts'
import { usePeriodImport } from './use-period-import.ts'
import type { ImportPlace } from './use-file-import.ts'

interface PeriodImportProps {
  place: ImportPlace
  period: Period
  /** The school's other policy years that have students, the latest first; at least one. */
  sources: readonly [Period, ...Period[]]
}

/** Renders the copy of students from an earlier policy year: which year, which students, and which fields. */
export const PeriodImport = ({ place, period, sources }: PeriodImportProps) => {
  const before = sources.find(({ starts_on }) => starts_on < period.starts_on)
  const copy = usePeriodImport(place, (before ?? sources[0]).id)
  return (
    <div className="flex flex-col gap-6">
      <Field label="Copy from" className="max-w-sm">
        <Select
          options={sources.map(({ id, name, students }) => ({
            value: id,
            label: `${name} (${formatCount(students, 'student')})`,
          }))}
          value={copy.source}
          onChange={(id) => id !== null && copy.setSource(id)}
        />
      </Field>
      <StudentsToCopy copy={copy} />
      <FieldsToCopy copy={copy} />
      <Rollover place={place} period={period} />
      {copy.problem !== null && <Banner tone="danger">{copy.problem}</Banner>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          busy={copy.isSending}
          disabled={!copy.canPreview}
          onClick={() => void copy.preview()}
        >
          Preview copy
        </Button>
        <span className="text-ink-3">
          {copy.canPreview ? 'Nothing is saved yet.' : 'Choose a medical status first.'}
        </span>
      </div>
    </div>
  )
}

/** Renders what becomes of the copied students, by the new year's own setup. */
const Rollover = ({ place: { school }, period }: Pick<PeriodImportProps, 'place' | 'period'>) => (
  <Loaded
    of={useRollover(period.id)}
    compact
    what="The rollover setting"
    who="Only this school’s admins and Shipmate Admins have access."
    skeleton={<Skeleton className="h-20 w-full" />}
  >
    {(rules) => (
      <Banner
        title={`In ${period.name}`}
        actions={
          <LinkButton
            size="sm"
            to="/schools/$school/period/$period/insurance-options"
            params={{ school, period: String(period.id) }}
            hash="renewals"
          >
            Change rollover
          </LinkButton>
        }
      >
        <p>{rolloverText(rules)}</p>
        <p className="mt-1">
          Inactive, graduated and withdrawn students, and those who graduate before {period.name} starts,
          aren’t copied. Students who are already in {period.name} don’t change.
        </p>
      </Banner>
    )}
  </Loaded>
)

type PeriodImportState = ReturnType<typeof usePeriodImport>

/** Families of one status are grouped together. */
const statusGroups = [
  ...statusFamilies
    .filter(({ statuses }) => statuses.length > 1)
    .map(({ family, statuses }) => ({ label: familyLabels[family], statuses })),
  {
    label: 'Other',
    statuses: statusFamilies.flatMap(({ statuses }) => (statuses.length === 1 ? statuses : [])),
  },
]

const StudentsToCopy = ({ copy }: { copy: PeriodImportState }) => (
  <div className="flex flex-col gap-3">
    <RadioGroup
      label="Students"
      value={copy.statuses === null ? 'all' : 'some'}
      onChange={(choice) => copy.limitStatuses(choice === 'some')}
      options={[
        { value: 'all', label: 'All students' },
        { value: 'some', label: 'Only students with these medical statuses' },
      ]}
    />
    {copy.statuses !== null && (
      <div className="flex flex-col gap-4 rounded-card px-4 py-3 shadow-line">
        {statusGroups.map(({ label, statuses }) => (
          <StatusGroup key={label} label={label} statuses={statuses} copy={copy} />
        ))}
      </div>
    )}
  </div>
)

interface StatusGroupProps {
  label: string
  statuses: readonly CoverageStatus[]
  copy: PeriodImportState
}

const StatusGroup = ({ label, statuses, copy }: StatusGroupProps) => (
  <fieldset>
    <legend className="mb-1 text-label font-medium text-ink-2">{label}</legend>
    <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
      {statuses.map((status) => (
        <Checkbox
          key={status}
          label={<CoveragePill status={status} />}
          checked={copy.statuses?.has(status) ?? false}
          onChange={() => copy.toggleStatus(status)}
        />
      ))}
    </div>
  </fieldset>
)

const FieldsToCopy = ({ copy }: { copy: PeriodImportState }) => (
  <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
    {carryGroups.map((group) => (
      <fieldset key={group.label}>
        <legend className="mb-1 text-label font-medium text-ink-2">{group.label}</legend>
        {group.choices.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={copy.chosen.has(key)}
            onChange={() => copy.toggleChoice(key)}
          />
        ))}
      </fieldset>
    ))}
  </div>
)
