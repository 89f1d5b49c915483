import { useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import { Combobox } from './combobox.tsx'
import { DateInput } from './date-input.tsx'
import { Field } from './field.tsx'
import { FileDrop } from './file-drop.tsx'
import { PasswordInput } from './password-input.tsx'
import { RadioGroup } from './radio-group.tsx'
import { SearchInput } from './search-input.tsx'
import { Select } from './select.tsx'
import type { Specimen } from '../styles/specimen.ts'
import { Switch } from './switch.tsx'
import { TextInput } from './text-input.tsx'
import { Textarea } from './textarea.tsx'

const campuses = ['Main', 'Harbor', 'Downtown', 'Online'].map((label) => ({
  value: label.toLowerCase(),
  label,
}))
const companies = ['Aetna', 'Blue Cross', 'Cigna', 'Kaiser', 'UnitedHealthcare'].map((label, value) => ({
  value,
  label,
  detail: `Payer ${60054 + value}`,
}))

const Texts = () => (
  <>
    <Field label="First name" required>
      <TextInput defaultValue="Thị Mai" />
    </Field>
    <Field label="SSN" error="The SSN has already been taken." required>
      <TextInput defaultValue="123-45-6789" />
    </Field>
    <Field label="Student ID" hint="As the university writes it.">
      <TextInput defaultValue="S1000077" className="tabular" />
    </Field>
    <Field label="Password">
      <PasswordInput defaultValue="a few words" autoComplete="off" />
    </Field>
    <Field label="Disabled">
      <TextInput disabled defaultValue="Not open to you" />
    </Field>
    <Field label="Comment">
      <Textarea defaultValue="This field grows as you type." />
    </Field>
  </>
)

const Choices = () => {
  const [campus, setCampus] = useState<string | null>('main')
  const [company, setCompany] = useState<number | null>(null)
  const [birth, setBirth] = useState('2001-03-15')
  const [search, setSearch] = useState('Nguyen')
  const [mode, setMode] = useState<'update' | 'skip'>('update')
  return (
    <>
      <Field label="Campus">
        <Select options={campuses} value={campus} onChange={setCampus} emptyLabel="No value" />
      </Field>
      <Field label="Insurance company">
        <Combobox options={companies} value={company} onChange={setCompany} />
      </Field>
      <Field label="Date of birth">
        <DateInput value={birth} onChange={setBirth} kind="birth" />
      </Field>
      <SearchInput value={search} onChange={setSearch} placeholder="Search name, ID" className="self-end" />
      <RadioGroup
        label="Students already in this policy year"
        options={[
          { value: 'update', label: 'Update them', hint: 'Blank cells don’t overwrite saved values.' },
          { value: 'skip', label: 'Don’t change them' },
        ]}
        value={mode}
        onChange={setMode}
      />
      <Toggles />
    </>
  )
}

const Toggles = () => (
  <div className="flex flex-col gap-1">
    <Checkbox label="Wants dependent coverage" defaultChecked />
    <Checkbox label="Some of them" indeterminate hint="Three of twelve." />
    <Checkbox label="Not open" disabled />
    <Switch label="Auto-approve waivers" defaultChecked />
  </div>
)

const Controls = () => (
  <div className="grid w-full gap-x-3 gap-y-4 md:grid-cols-3">
    <Texts />
    <Choices />
    <div className="md:col-span-3">
      <FileDrop
        label="Drop a roster here or choose a file"
        hint="CSV, up to 50 MB"
        onFile={() => undefined}
      />
    </div>
  </div>
)

export const specimen: Specimen = { title: 'Fields', Component: Controls }
