/** The manifest of a course package: one organisation with one item, the launch page. */
import type { Standard } from '../../store/standalone';

export const LAUNCH_PAGE = 'index.html';

/** SCORM 1.2 CAM, 2.3; SCORM 2004 3rd Edition CAM, 3.4. Schemas must be declared; course systems have their own copies. */
const STANDARDS = {
  '1.2': {
    version: '1.2',
    namespaces: [
      'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"',
      'xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
    ],
    sco: 'adlcp:scormtype="sco"',
    item: '',
  },
  2004: {
    version: '2004 3rd Edition',
    namespaces: [
      'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"',
      'xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"',
      'xmlns:imsss="http://www.imsglobal.org/xsd/imsss"',
    ],
    sco: 'adlcp:scormType="sco"',
    // Otherwise the system would count a lesson as completed and passed once it is opened.
    item: `
        <imsss:sequencing>
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
        </imsss:sequencing>`,
  },
} as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** @param id letters, digits and hyphens; different for each version of the lesson */
export function manifest(standard: Standard, title: string, id: string): string {
  const { version, namespaces, sco, item } = STANDARDS[standard];
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="droptail-${id}" version="1.0"
  ${namespaces.join('\n  ')}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${version}</schemaversion>
  </metadata>
  <organizations default="organization-${id}">
    <organization identifier="organization-${id}">
      <title>${escaped(title)}</title>
      <item identifier="lesson-${id}" identifierref="page-${id}">
        <title>${escaped(title)}</title>${item}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page-${id}" type="webcontent" ${sco} href="${LAUNCH_PAGE}">
      <file href="${LAUNCH_PAGE}"/>
    </resource>
  </resources>
</manifest>
`;
}
