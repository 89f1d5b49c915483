import type { CoverageStatus } from '#contract/coverage/choices.ts'
import { familyLabels, statusFamilies } from '#contract/coverage/status-groups.ts'
import type { Period } from '#contract/periods/shapes.ts'
import { CoveragePill } from '#client/common/coverage-pill.tsx'
import { formatCount } from '#client/lib/format.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import { RadioGroup } from '#client/ui/controls/radio-group.tsx'
import { Select } from '#client/ui/controls/select.tsx'
import { carryGroups } from '#client/common/carry.ts'
import { useCarry } from './use-carry.ts'
import type { ImportPlace } from './use-file-import.ts'

interface CarryImportProps {
  place: ImportPlace
  /** The other policy years of the school, the latest first; at least one. */
  sources: readonly [Period, ...Period[]]
}

/** The students of an earlier policy year, carried into this one: from where, whom, and with what. */
export const CarryImport = ({ place, sources }: CarryImportProps) => {
  const carry = useCarry(place, sources[0].id)
  return (
    <div className="flex flex-col gap-6">
      <Field label="From" className="max-w-sm">
        <Select
          options={sources.map((period) => ({
            value: period.id,
            label: `${period.name} (${formatCount(period.students, 'student')})`,
          }))}
          value={carry.source}
          onChange={(id) => id !== null && carry.setSource(id)}
        />
      </Field>
      <Whom carry={carry} />
      <WithWhat carry={carry} />
      <Banner tone="info">
        Enrolled and waived students start the new year as Not Started; exempt ones stay exempt. Inactive,
        graduated and withdrawn students stay behind. Who is in this year already is left as they are.
      </Banner>
      {carry.problem !== null && <Banner tone="danger">{carry.problem}</Banner>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          busy={carry.isSending}
          disabled={!carry.mayGo}
          onClick={() => void carry.preview()}
        >
          Preview the copy
        </Button>
        <span className="text-ink-3">
          {carry.mayGo ? 'Nothing is written yet.' : 'First choose a medical status.'}
        </span>
      </div>
    </div>
  )
}

type Carry = ReturnType<typeof useCarry>

/** Families of one status stand together. */
const statusGroups = [
  ...statusFamilies
    .filter(({ statuses }) => statuses.length > 1)
    .map(({ family, statuses }) => ({ label: familyLabels[family], statuses })),
  {
    label: 'Other',
    statuses: statusFamilies.flatMap(({ statuses }) => (statuses.length === 1 ? statuses : [])),
  },
]

const Whom = ({ carry }: { carry: Carry }) => (
  <div className="flex flex-col gap-3">
    <RadioGroup
      label="Students"
      value={carry.statuses === null ? 'all' : 'some'}
      onChange={(choice) => carry.limitStatuses(choice === 'some')}
      options={[
        { value: 'all', label: 'All of them' },
        { value: 'some', label: 'Only those with certain medical statuses' },
      ]}
    />
    {carry.statuses !== null && (
      <div className="flex flex-col gap-4 rounded-card px-4 py-3 shadow-line">
        {statusGroups.map(({ label, statuses }) => (
          <StatusGroup key={label} label={label} statuses={statuses} carry={carry} />
        ))}
      </div>
    )}
  </div>
)

interface StatusGroupProps {
  label: string
  statuses: readonly CoverageStatus[]
  carry: Carry
}

const StatusGroup = ({ label, statuses, carry }: StatusGroupProps) => (
  <fieldset>
    <legend className="mb-1 text-label font-medium text-ink-2">{label}</legend>
    <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
      {statuses.map((status) => (
        <Checkbox
          key={status}
          label={<CoveragePill status={status} />}
          checked={carry.statuses?.has(status) ?? false}
          onChange={() => carry.toggleStatus(status)}
        />
      ))}
    </div>
  </fieldset>
)

const WithWhat = ({ carry }: { carry: Carry }) => (
  <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
    {carryGroups.map((group) => (
      <fieldset key={group.label}>
        <legend className="mb-1 text-label font-medium text-ink-2">{group.label}</legend>
        {group.choices.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={carry.chosen.has(key)}
            onChange={() => carry.toggleChoice(key)}
          />
        ))}
      </fieldset>
    ))}
  </div>
)
