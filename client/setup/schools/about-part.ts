import * as z from 'zod/mini'
import { states } from '#contract/platform/places.ts'
import { schoolAboutChange, schoolAboutLabels } from '#contract/setup/schools/about.ts'
import { school, type School } from '#contract/setup/schools/shapes.ts'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { formatPhone } from '#client/platform/lib/format.ts'
import { timeZones } from './time-zones.ts'
import type { SchoolPart } from './use-school-edit.ts'

/** The editable values of a school. */
type EditableAbout = Omit<z.output<typeof schoolAboutChange>, 'version'>

/** The form's values: '' for empty text, null for an empty choice. */
export interface AboutValues {
  name: string
  slug: string
  time_zone: string
  address_1: string
  address_2: string
  city: string
  state: string | null
  zip: string
  phone: string
  website: string
  contacts: { key: string; name: string; role: string; email: string; phone: string }[]
  deadlines_contact: { name: string; email: string; phone: string }
}

const phoneText = (phone: string | null): string => (phone === null ? '' : formatPhone(phone))

const isKnownPart = (schema: z.core.$ZodType, value: unknown): boolean =>
  (z.safeParse(schema, value).error?.issues ?? []).every(
    ({ code }) => code !== 'unrecognized_keys' && code !== 'invalid_type',
  )

/**
 * Returns whether the form knows every key of the record, because a save would delete the others. Invalid values are
 * shown, and rejected at their fields.
 */
const isKnown = ({ contacts, deadlines_contact }: School): boolean =>
  isKnownPart(schoolAboutChange.shape.contacts, contacts) &&
  isKnownPart(schoolAboutChange.shape.deadlines_contact, deadlines_contact)

const valuesOf = (school: School): AboutValues => ({
  name: school.name,
  slug: school.slug,
  time_zone: school.time_zone,
  address_1: school.address_1 ?? '',
  address_2: school.address_2 ?? '',
  city: school.city ?? '',
  state: school.state,
  zip: school.zip ?? '',
  phone: phoneText(school.phone),
  website: school.website ?? '',
  contacts: school.contacts.map(({ key, name, role, email, phone }) => ({
    key,
    name,
    role: role ?? '',
    email: email ?? '',
    phone: phoneText(phone),
  })),
  deadlines_contact: {
    name: school.deadlines_contact.name ?? '',
    email: school.deadlines_contact.email ?? '',
    phone: phoneText(school.deadlines_contact.phone),
  },
})

const editableNames = Object.keys(schoolAboutLabels)

const editableIn = (body: unknown): EditableAbout => {
  const known = Object.entries(Object(body)).filter(([name]) => editableNames.includes(name))
  const { version: _version, ...facts } = z.parse(schoolAboutChange, Object.fromEntries(known))
  return facts
}

type Person = { readonly [K in 'name' | 'role' | 'email' | 'phone']?: string | null }

const personText = ({ name, role, email, phone }: Person): string =>
  [name, role, email, phone == null ? null : formatPhone(phone)].filter((part) => part != null).join(', ')

const none = (text: string): string => (text === '' ? 'None' : text)

/** Returns the common name of a time zone. */
const zoneName = (zone: string): string => timeZones.find(({ value }) => value === zone)?.label ?? zone

const valueText = (facts: EditableAbout, field: keyof EditableAbout): string => {
  if (field === 'contacts') return none(facts.contacts.map(personText).join('; '))
  if (field === 'deadlines_contact') return none(personText(facts.deadlines_contact))
  const value = facts[field]
  if (value === null) return 'None'
  if (field === 'phone') return formatPhone(value)
  if (field === 'time_zone') return zoneName(value)
  return field === 'state' ? (states.find((state) => state.value === value)?.label ?? value) : value
}

const fields: MergeFields<EditableAbout> = Object.fromEntries(
  Object.entries(schoolAboutLabels).map(([field, label]) => [
    field,
    // the labels have the names of the values
    { label, words: (facts: EditableAbout) => valueText(facts, field as keyof EditableAbout) },
  ]),
)

/** The editable part of a school's settings. */
export const aboutPart: SchoolPart<AboutValues, EditableAbout> = {
  key: 'school-about',
  reply: school,
  what: 'this school',
  savedTitle: 'School settings saved',
  schema: schoolAboutChange,
  fields,
  valuesOf: (school) => (isKnown(school) ? valuesOf(school) : null),
  factsOf: editableIn,
  factsIn: editableIn,
  versionOf: ({ version }) => version,
}
