import { useWatch } from 'react-hook-form'
import { states } from '#contract/places.ts'
import { schoolAboutLabels as labels } from '#contract/schools/about.ts'
import { newKey } from '#client/lib/new-key.ts'
import { ComboboxField, SelectField } from '#client/ui/form/choice-field.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { ListField } from '#client/ui/form/list-field.tsx'
import { PhoneField } from '#client/ui/form/phone-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import type { AboutValues } from './about-part.ts'
import { timeZones } from './time-zones.ts'
import { useTimeThere } from './use-time-there.ts'

interface PartProps {
  form: RecordForm<AboutValues>
}

const half = 'col-span-6 sm:col-span-3'

/** The fields of a school. */
export const AboutFields = ({ form }: PartProps) => (
  <>
    <Names form={form} />
    <Address form={form} />
    <FormSection title="Contacts" why="Whom you call at the school, the first one first.">
      <ListField
        form={form}
        name="contacts"
        one="contact"
        none="No contact yet."
        max={30}
        empty={() => ({ key: newKey(), name: '', role: '', email: '', phone: '' })}
      >
        {(index) => <Contact form={form} index={index} />}
      </ListField>
    </FormSection>
    <FormSection title="Deadlines" why="Whom students are told to ask about a deadline.">
      <TextField
        form={form}
        name="deadlines_contact.name"
        label="Name or office"
        autoComplete="off"
        className="col-span-6"
      />
      <TextField
        form={form}
        name="deadlines_contact.email"
        label="Email"
        type="email"
        autoComplete="off"
        className={half}
      />
      <PhoneField form={form} name="deadlines_contact.phone" label="Phone" className={half} />
    </FormSection>
  </>
)

const Names = ({ form }: PartProps) => {
  const zone = useWatch({ control: form.methods.control, name: 'time_zone' })
  const there = useTimeThere(zone)
  const known = timeZones.some(({ value }) => value === zone)
  return (
    <FormSection title="School" why="How staff and students know it.">
      <TextField
        form={form}
        name="name"
        label={labels.name}
        required
        autoComplete="off"
        maxLength={200}
        className="col-span-6"
      />
      <TextField
        form={form}
        name="slug"
        label={labels.slug}
        hint="Stands in the addresses of its student website."
        required
        autoComplete="off"
        maxLength={80}
        className={half}
      />
      <SelectField
        form={form}
        name="time_zone"
        label={labels.time_zone}
        {...(there === null ? {} : { hint: `It is ${there} there.` })}
        required
        options={[...timeZones, ...(known ? [] : [{ value: zone, label: zone }])]}
        className={half}
      />
    </FormSection>
  )
}

const Address = ({ form }: PartProps) => (
  <FormSection title="Address" why="For letters, and at the foot of the student website.">
    <TextField form={form} name="address_1" label={labels.address_1} autoComplete="off" className={half} />
    <TextField form={form} name="address_2" label={labels.address_2} autoComplete="off" className={half} />
    <TextField form={form} name="city" label={labels.city} autoComplete="off" className={half} />
    <ComboboxField
      form={form}
      name="state"
      label={labels.state}
      options={states}
      className="col-span-4 sm:col-span-2"
    />
    <TextField
      form={form}
      name="zip"
      label={labels.zip}
      autoComplete="off"
      className="col-span-2 sm:col-span-1"
    />
    <PhoneField form={form} name="phone" label={labels.phone} className={half} />
    <TextField
      form={form}
      name="website"
      label={labels.website}
      type="url"
      placeholder="https://"
      autoComplete="off"
      className={half}
    />
  </FormSection>
)

const Contact = ({ form, index }: PartProps & { index: number }) => (
  <>
    <TextField
      form={form}
      name={`contacts.${index}.name`}
      label="Name"
      required
      autoComplete="off"
      className={half}
    />
    <TextField form={form} name={`contacts.${index}.role`} label="Role" autoComplete="off" className={half} />
    <TextField
      form={form}
      name={`contacts.${index}.email`}
      label="Email"
      type="email"
      autoComplete="off"
      className={half}
    />
    <PhoneField form={form} name={`contacts.${index}.phone`} label="Phone" className={half} />
  </>
)
