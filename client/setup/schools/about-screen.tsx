import { createFileRoute } from '@tanstack/react-router'
import { replaceSchoolAbout } from '#contract/setup/schools/endpoints.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { aboutPart, type AboutValues } from './about-part.ts'
import { ArchiveSection } from './archive-section.tsx'
import { EditFrame, LoadedSchool } from './edit-frame.tsx'
import { LogoSection } from './logo-section.tsx'
import { SharedSsns } from './shared-ssns.tsx'
import { schoolReads, useSchoolEdit } from './use-school-edit.ts'
import { useWatch } from 'react-hook-form'
import { states } from '#contract/platform/places.ts'
import { schoolAboutLabels as labels } from '#contract/setup/schools/about.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { timeZones } from './time-zones.ts'
import { useLocalTime } from './use-local-time.ts'
import { useSiteSaveLabel } from './use-site-save-label.ts'

/** Renders the settings of a school: name, address, contacts, logo. */
const AboutScreen = () => {
  const schoolId = Number(Route.useParams().id)
  return (
    <LoadedSchool schoolId={schoolId} title="School settings">
      {(school) => <About key={school.id} school={school} />}
    </LoadedSchool>
  )
}

/** What the student site shows of a school’s settings. */
const fieldsOnSite = new Set(['name', 'slug', 'phone', 'deadlines_contact'])

const About = ({ school }: { school: School }) => {
  const { send } = useSend(replaceSchoolAbout, { refreshes: schoolReads, quiet: true })
  const edit = useSchoolEdit({
    schoolId: school.id,
    part: aboutPart,
    record: school,
    save: async (facts, version) =>
      (await send({ params: { id: school.id }, body: { ...facts, version } })).reply,
  })
  return (
    <EditFrame
      saveLabel={useSiteSaveLabel(school, edit, (field) => fieldsOnSite.has(field))}
      schoolId={school.id}
      title="School settings"
      edit={edit}
      width="md"
      before={<LogoSection school={school} />}
      after={
        <>
          <SharedSsns schoolId={school.id} />
          <ArchiveSection school={school} />
        </>
      }
    >
      <AboutFields />
    </EditFrame>
  )
}

const f = fieldsOf<AboutValues>()

const AboutFields = () => (
  <>
    <Names />
    <Address />
    <FormSection title="Contacts" why="Your contacts at the school. Put the main contact first.">
      <f.List
        name="contacts"
        one="contact"
        none="No contacts yet."
        max={30}
        empty={() => ({ key: newKey(), name: '', role: '', email: '', phone: '' })}
      >
        {(index) => <Contact index={index} />}
      </f.List>
    </FormSection>
    <FormSection title="Deadlines" why="The contact students see for deadline questions.">
      <f.Text name="deadlines_contact.name" label="Name or office" autoComplete="off" />
      <f.Text name="deadlines_contact.email" label="Email" type="email" autoComplete="off" width="half" />
      <f.Phone name="deadlines_contact.phone" label="Phone" width="half" />
    </FormSection>
  </>
)

const Names = () => {
  const zone = useWatch({ control: f.useForm().control, name: 'time_zone' })
  const there = useLocalTime(zone)
  const known = timeZones.some(({ value }) => value === zone)
  return (
    <FormSection title="School" why="The name and settings staff and students see.">
      <f.Text name="name" label={labels.name} required autoComplete="off" maxLength={200} />
      <f.Text
        name="slug"
        label={labels.slug}
        hint="Used in the student site’s address. If you change it, printed links to the site stop working."
        required
        autoComplete="off"
        maxLength={80}
        width="half"
      />
      <f.Select
        name="time_zone"
        label={labels.time_zone}
        {...(there === null ? {} : { hint: `It’s ${there} there now.` })}
        required
        options={[...timeZones, ...(known ? [] : [{ value: zone, label: zone }])]}
        width="half"
      />
    </FormSection>
  )
}

const Address = () => (
  <FormSection title="Address" why="Where the office is, and how to reach it.">
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

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings')({ component: AboutScreen })
