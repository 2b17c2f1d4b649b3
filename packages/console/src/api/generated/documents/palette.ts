// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { FindByIdQuery, FindByIdQueryVariables, FindTransfersQuery, FindTransfersQueryVariables, PalettePeopleQuery, PalettePeopleQueryVariables, PaletteSearchQuery, PaletteSearchQueryVariables } from '../graphql.ts';
import { DownloadRowFragmentDoc } from './download-fragments.ts';
import { UploadRowFragmentDoc } from './upload-fragments.ts';

export const FindByIdDocument = gql<FindByIdQuery, FindByIdQueryVariables>`query FindById($id:ID!){download(id:$id){...DownloadRow}upload(id:$id){...UploadRow}}${DownloadRowFragmentDoc}${UploadRowFragmentDoc}`;
export const FindTransfersDocument = gql<FindTransfersQuery, FindTransfersQueryVariables>`query FindTransfers($search:String$downloadStatus:[String!]$uploadStatus:[String!]$after:String$before:String){downloads(first:5 search:$search status:$downloadStatus report_datetime_after:$after report_datetime_before:$before){nodes{...DownloadRow}}uploads(first:5 search:$search status:$uploadStatus report_datetime_after:$after report_datetime_before:$before){nodes{...UploadRow}}}${DownloadRowFragmentDoc}${UploadRowFragmentDoc}`;
export const PaletteSearchDocument = gql<PaletteSearchQuery, PaletteSearchQueryVariables>`query PaletteSearch($search:String!$account:String!){credentials(first:12 search:$search){nodes{id name credential_type_name status}}incidents(account:$account first:100){nodes{id transfer code subject names}}drafts(first:100){nodes{id description}}}`;
export const PalettePeopleDocument = gql<PalettePeopleQuery, PalettePeopleQueryVariables>`query PalettePeople($urlName:String!){account(urlName:$urlName){id users{id name email}}}`;
