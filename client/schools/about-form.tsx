import { useWatch } from 'react-hook-form'
import { states } from '#contract/places.ts'
import { schoolAboutLabels as labels } from '#contract/schools/about.ts'
import { newKey } from '#client/lib/new-key.ts'
import { fieldsOf } from '#client/ui/form/fields.ts'
import { FormSection } from '#client/ui/form/form.tsx'
import type { AboutValues } from './about-part.ts'
import { timeZones } from './time-zones.ts'
import { useTimeThere } from './use-time-there.ts'

const f = fieldsOf<AboutValues>()

/** The fields of a school. */
export const AboutFields = () => (
  <>
    <Names />
    <Address />
    <FormSection title="Contacts" why="Whom you call at the school, the first one first.">
      <f.List
        name="contacts"
        one="contact"
        none="No contact yet."
        max={30}
        empty={() => ({ key: newKey(), name: '', role: '', email: '', phone: '' })}
      >
        {(index) => <Contact index={index} />}
      </f.List>
    </FormSection>
    <FormSection title="Deadlines" why="Whom students are told to ask about a deadline.">
      <f.Text name="deadlines_contact.name" label="Name or office" autoComplete="off" />
      <f.Text name="deadlines_contact.email" label="Email" type="email" autoComplete="off" width="half" />
      <f.Phone name="deadlines_contact.phone" label="Phone" width="half" />
    </FormSection>
  </>
)

const Names = () => {
  const zone = useWatch({ control: f.useForm().control, name: 'time_zone' })
  const there = useTimeThere(zone)
  const known = timeZones.some(({ value }) => value === zone)
  return (
    <FormSection title="School" why="How staff and students know it.">
      <f.Text name="name" label={labels.name} required autoComplete="off" maxLength={200} />
      <f.Text
        name="slug"
        label={labels.slug}
        hint="Stands in the addresses of its student website."
        required
        autoComplete="off"
        maxLength={80}
        width="half"
      />
      <f.Select
        name="time_zone"
        label={labels.time_zone}
        {...(there === null ? {} : { hint: `It is ${there} there.` })}
        required
        options={[...timeZones, ...(known ? [] : [{ value: zone, label: zone }])]}
        width="half"
      />
    </FormSection>
  )
}

const Address = () => (
  <FormSection title="Address" why="For letters, and at the foot of the student website.">
    <f.Text name="address_1" label={labels.address_1} autoComplete="off" width="half" />
    <f.Text name="address_2" label={labels.address_2} autoComplete="off" width="half" />
    <f.Text name="city" label={labels.city} autoComplete="off" width="half" />
    <f.Combobox name="state" label={labels.state} options={states} width="state" />
    <f.Text name="zip" label={labels.zip} autoComplete="off" width="zip" />
    <f.Phone name="phone" label={labels.phone} width="half" />
    <f.Text
      name="website"
      label={labels.website}
      type="url"
      placeholder="https://"
      autoComplete="off"
      width="half"
    />
  </FormSection>
)

const Contact = ({ index }: { index: number }) => (
  <>
    <f.Text name={`contacts.${index}.name`} label="Name" required autoComplete="off" width="half" />
    <f.Text name={`contacts.${index}.role`} label="Role" autoComplete="off" width="half" />
    <f.Text name={`contacts.${index}.email`} label="Email" type="email" autoComplete="off" width="half" />
    <f.Phone name={`contacts.${index}.phone`} label="Phone" width="half" />
  </>
)
