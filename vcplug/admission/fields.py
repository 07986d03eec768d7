"""The pod template's fields in each Kubernetes version that a Volcano release's CRD holds.

Made by scripts/make_fields.py from the schemas in kubernetes-validate: do not edit. Notation: shapes.py.
"""

KUBERNETES = (27, 29, 30, 31, 32, 33, 34, 35, 36)

TYPES = {
    "AWSElasticBlockStoreVolumeSource": """
fsType string
partition int32
readOnly boolean
volumeID string !
""",
    "Affinity": """
nodeAffinity NodeAffinity
podAffinity PodAffinity
podAntiAffinity PodAntiAffinity
""",
    "AppArmorProfile": """
localhostProfile string +30
type string +30 !
""",
    "AzureDiskVolumeSource": """
cachingMode string
diskName string !
diskURI string !
fsType string
kind string
readOnly boolean
""",
    "AzureFileVolumeSource": """
readOnly boolean
secretName string !
shareName string !
""",
    "CSIVolumeSource": """
driver string !
fsType string
nodePublishSecretRef LocalObjectReference
readOnly boolean
volumeAttributes {string
""",
    "Capabilities": """
add [string
drop [string
""",
    "CephFSVolumeSource": """
monitors [string !
path string
readOnly boolean
secretFile string
secretRef LocalObjectReference
user string
""",
    "CinderVolumeSource": """
fsType string
readOnly boolean
secretRef LocalObjectReference
volumeID string !
""",
    "ClaimSource": """
resourceClaimName string -31
resourceClaimTemplateName string -31
""",
    "ClusterTrustBundleProjection": """
labelSelector LabelSelector +29
name string +29
optional boolean +29
path string +29 !
signerName string +29
""",
    "ConfigMapEnvSource": """
name string
optional boolean
""",
    "ConfigMapKeySelector": """
key string !
name string
optional boolean
""",
    "ConfigMapProjection": """
items [KeyToPath
name string
optional boolean
""",
    "ConfigMapVolumeSource": """
defaultMode int32
items [KeyToPath
name string
optional boolean
""",
    "Container": """
args [string
command [string
env [EnvVar key=name+30
envFrom [EnvFromSource
image string
imagePullPolicy string
lifecycle Lifecycle
livenessProbe Probe
name string !
ports [ContainerPort key=containerPort,protocol
readinessProbe Probe
resizePolicy [ContainerResizePolicy
resources ResourceRequirements
restartPolicy string +29
restartPolicyRules [ContainerRestartRule +34
securityContext SecurityContext
startupProbe Probe
stdin boolean
stdinOnce boolean
terminationMessagePath string
terminationMessagePolicy string
tty boolean
volumeDevices [VolumeDevice key=devicePath+30
volumeMounts [VolumeMount key=mountPath+30
workingDir string
""",
    "ContainerPort": """
containerPort int32 !
hostIP string
hostPort int32
name string
protocol string
""",
    "ContainerResizePolicy": """
resourceName string !
restartPolicy string !
""",
    "ContainerRestartRule": """
action string +34 !
exitCodes ContainerRestartRuleOnExitCodes +34
""",
    "ContainerRestartRuleOnExitCodes": """
operator string +34 !
values [int32 +34 set
""",
    "DownwardAPIProjection": """
items [DownwardAPIVolumeFile
""",
    "DownwardAPIVolumeFile": """
fieldRef ObjectFieldSelector
mode int32
path string !
resourceFieldRef ResourceFieldSelector
""",
    "DownwardAPIVolumeSource": """
defaultMode int32
items [DownwardAPIVolumeFile
""",
    "EmptyDirVolumeSource": """
medium string
sizeLimit quantity
""",
    "EnvFromSource": """
configMapRef ConfigMapEnvSource
prefix string
secretRef SecretEnvSource
""",
    "EnvVar": """
name string !
value string
valueFrom EnvVarSource
""",
    "EnvVarSource": """
configMapKeyRef ConfigMapKeySelector
fieldRef ObjectFieldSelector
fileKeyRef FileKeySelector +34
resourceFieldRef ResourceFieldSelector
secretKeyRef SecretKeySelector
""",
    "EphemeralContainer": """
args [string
command [string
env [EnvVar key=name+30
envFrom [EnvFromSource
image string
imagePullPolicy string
lifecycle Lifecycle
livenessProbe Probe
name string !
ports [ContainerPort key=containerPort,protocol
readinessProbe Probe
resizePolicy [ContainerResizePolicy
resources ResourceRequirements
restartPolicy string +29
restartPolicyRules [ContainerRestartRule +34
securityContext SecurityContext
startupProbe Probe
stdin boolean
stdinOnce boolean
targetContainerName string
terminationMessagePath string
terminationMessagePolicy string
tty boolean
volumeDevices [VolumeDevice key=devicePath+30
volumeMounts [VolumeMount key=mountPath+30
workingDir string
""",
    "EphemeralVolumeSource": """
volumeClaimTemplate PersistentVolumeClaimTemplate
""",
    "ExecAction": """
command [string
""",
    "FCVolumeSource": """
fsType string
lun int32
readOnly boolean
targetWWNs [string
wwids [string
""",
    "FileKeySelector": """
key string +34 !
optional boolean +34
path string +34 !
volumeName string +34 !
""",
    "FlexVolumeSource": """
driver string !
fsType string
options {string
readOnly boolean
secretRef LocalObjectReference
""",
    "FlockerVolumeSource": """
datasetName string
datasetUUID string
""",
    "GCEPersistentDiskVolumeSource": """
fsType string
partition int32
pdName string !
readOnly boolean
""",
    "GRPCAction": """
port int32 !
service string
""",
    "GitRepoVolumeSource": """
directory string
repository string !
revision string
""",
    "GlusterfsVolumeSource": """
endpoints string !
path string !
readOnly boolean
""",
    "HTTPGetAction": """
host string
httpHeaders [HTTPHeader
path string
port port !
scheme string
""",
    "HTTPHeader": """
name string !
value string !
""",
    "HostAlias": """
hostnames [string
ip string !+31
""",
    "HostPathVolumeSource": """
path string !
type string
""",
    "ISCSIVolumeSource": """
chapAuthDiscovery boolean
chapAuthSession boolean
fsType string
initiatorName string
iqn string !
iscsiInterface string
lun int32 !
portals [string
readOnly boolean
secretRef LocalObjectReference
targetPortal string !
""",
    "ImageVolumeSource": """
pullPolicy string +31
reference string +31
""",
    "KeyToPath": """
key string !
mode int32
path string !
""",
    "LabelSelector": """
matchExpressions [LabelSelectorRequirement
matchLabels {string
""",
    "LabelSelectorRequirement": """
key string !
operator string !
values [string
""",
    "Lifecycle": """
postStart LifecycleHandler
preStop LifecycleHandler
stopSignal string +33
""",
    "LifecycleHandler": """
exec ExecAction
httpGet HTTPGetAction
sleep SleepAction +29
tcpSocket TCPSocketAction
""",
    "LocalObjectReference": """
name string
""",
    "NFSVolumeSource": """
path string !
readOnly boolean
server string !
""",
    "NodeAffinity": """
preferredDuringSchedulingIgnoredDuringExecution [PreferredSchedulingTerm
requiredDuringSchedulingIgnoredDuringExecution NodeSelector
""",
    "NodeSelector": """
nodeSelectorTerms [NodeSelectorTerm !
""",
    "NodeSelectorRequirement": """
key string !
operator string !
values [string
""",
    "NodeSelectorTerm": """
matchExpressions [NodeSelectorRequirement
matchFields [NodeSelectorRequirement
""",
    "ObjectFieldSelector": """
apiVersion string
fieldPath string !
""",
    "PersistentVolumeClaimSpec": """
accessModes [string
dataSource TypedLocalObjectReference
dataSourceRef TypedObjectReference
resources ResourceRequirements -29 | VolumeResourceRequirements +29
selector LabelSelector
storageClassName string
volumeAttributesClassName string +29
volumeMode string
volumeName string
""",
    "PersistentVolumeClaimTemplate": """
metadata TemplateMeta
spec PersistentVolumeClaimSpec !
""",
    "PersistentVolumeClaimVolumeSource": """
claimName string !
readOnly boolean
""",
    "PhotonPersistentDiskVolumeSource": """
fsType string
pdID string !
""",
    "PodAffinity": """
preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm
requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm
""",
    "PodAffinityTerm": """
labelSelector LabelSelector
matchLabelKeys [string +29
mismatchLabelKeys [string +29
namespaceSelector LabelSelector
namespaces [string
topologyKey string !
""",
    "PodAntiAffinity": """
preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm
requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm
""",
    "PodCertificateProjection": """
certificateChainPath string +34
credentialBundlePath string +34
keyPath string +34
keyType string +34 !
maxExpirationSeconds int32 +34
signerName string +34 !
userAnnotations {string +35
""",
    "PodDNSConfig": """
nameservers [string
options [PodDNSConfigOption
searches [string
""",
    "PodDNSConfigOption": """
name string
value string
""",
    "PodOS": """
name string !
""",
    "PodReadinessGate": """
conditionType string !
""",
    "PodResourceClaim": """
name string !
resourceClaimName string +31
resourceClaimTemplateName string +31
source ClaimSource -31
""",
    "PodSchedulingGate": """
name string !
""",
    "PodSchedulingGroup": """
podGroupName string +36
""",
    "PodSecurityContext": """
appArmorProfile AppArmorProfile +30
fsGroup int64
fsGroupChangePolicy string
runAsGroup int64
runAsNonRoot boolean
runAsUser int64
seLinuxChangePolicy string +32
seLinuxOptions SELinuxOptions
seccompProfile SeccompProfile
supplementalGroups [int64
supplementalGroupsPolicy string +31
sysctls [Sysctl
windowsOptions WindowsSecurityContextOptions
""",
    "PodSpec": """
activeDeadlineSeconds int64
affinity Affinity
automountServiceAccountToken boolean
containers [Container key=name+30 !
dnsConfig PodDNSConfig
dnsPolicy string
enableServiceLinks boolean
ephemeralContainers [EphemeralContainer key=name+30
hostAliases [HostAlias key=ip+30
hostIPC boolean
hostNetwork boolean
hostPID boolean
hostUsers boolean
hostname string
hostnameOverride string +34
imagePullSecrets [LocalObjectReference key=name+30
initContainers [Container key=name+30
nodeName string
nodeSelector {string
os PodOS
overhead {quantity
preemptionPolicy string
priority int32
priorityClassName string
readinessGates [PodReadinessGate
resourceClaims [PodResourceClaim key=name
resources ResourceRequirements +32
restartPolicy string
runtimeClassName string
schedulerName string
schedulingGates [PodSchedulingGate key=name
schedulingGroup PodSchedulingGroup +36
securityContext PodSecurityContext
serviceAccount string
serviceAccountName string
setHostnameAsFQDN boolean
shareProcessNamespace boolean
subdomain string
terminationGracePeriodSeconds int64
tolerations [Toleration
topologySpreadConstraints [TopologySpreadConstraint key=topologyKey,whenUnsatisfiable
volumes [Volume key=name+30
workloadRef WorkloadReference +35-36
""",
    "PodTemplateSpec": """
metadata TemplateMeta
spec PodSpec
""",
    "PortworxVolumeSource": """
fsType string
readOnly boolean
volumeID string !
""",
    "PreferredSchedulingTerm": """
preference NodeSelectorTerm !
weight int32 !
""",
    "Probe": """
exec ExecAction
failureThreshold int32
grpc GRPCAction
httpGet HTTPGetAction
initialDelaySeconds int32
periodSeconds int32
successThreshold int32
tcpSocket TCPSocketAction
terminationGracePeriodSeconds int64
timeoutSeconds int32
""",
    "ProjectedVolumeSource": """
defaultMode int32
sources [VolumeProjection
""",
    "QuobyteVolumeSource": """
group string
readOnly boolean
registry string !
tenant string
user string
volume string !
""",
    "RBDVolumeSource": """
fsType string
image string !
keyring string
monitors [string !
pool string
readOnly boolean
secretRef LocalObjectReference
user string
""",
    "ResourceClaim": """
name string !
request string +31
""",
    "ResourceFieldSelector": """
containerName string
divisor quantity
resource string !
""",
    "ResourceRequirements": """
claims [ResourceClaim key=name
limits {quantity
requests {quantity
""",
    "SELinuxOptions": """
level string
role string
type string
user string
""",
    "ScaleIOVolumeSource": """
fsType string
gateway string !
protectionDomain string
readOnly boolean
secretRef LocalObjectReference !
sslEnabled boolean
storageMode string
storagePool string
system string !
volumeName string
""",
    "SeccompProfile": """
localhostProfile string
type string !
""",
    "SecretEnvSource": """
name string
optional boolean
""",
    "SecretKeySelector": """
key string !
name string
optional boolean
""",
    "SecretProjection": """
items [KeyToPath
name string
optional boolean
""",
    "SecretVolumeSource": """
defaultMode int32
items [KeyToPath
optional boolean
secretName string
""",
    "SecurityContext": """
allowPrivilegeEscalation boolean
appArmorProfile AppArmorProfile +30
capabilities Capabilities
privileged boolean
procMount string
readOnlyRootFilesystem boolean
runAsGroup int64
runAsNonRoot boolean
runAsUser int64
seLinuxOptions SELinuxOptions
seccompProfile SeccompProfile
windowsOptions WindowsSecurityContextOptions
""",
    "ServiceAccountTokenProjection": """
audience string
expirationSeconds int64
path string !
""",
    "SleepAction": """
seconds int64 +29 !
""",
    "StorageOSVolumeSource": """
fsType string
readOnly boolean
secretRef LocalObjectReference
volumeName string
volumeNamespace string
""",
    "Sysctl": """
name string !
value string !
""",
    "TCPSocketAction": """
host string
port port !
""",
    "Toleration": """
effect string
key string
operator string
tolerationSeconds int64
value string
""",
    "TopologySpreadConstraint": """
labelSelector LabelSelector
matchLabelKeys [string
maxSkew int32 !
minDomains int32
nodeAffinityPolicy string
nodeTaintsPolicy string
topologyKey string !
whenUnsatisfiable string !
""",
    "TypedLocalObjectReference": """
apiGroup string
kind string !
name string !
""",
    "TypedObjectReference": """
apiGroup string
kind string !
name string !
namespace string
""",
    "Volume": """
awsElasticBlockStore AWSElasticBlockStoreVolumeSource
azureDisk AzureDiskVolumeSource
azureFile AzureFileVolumeSource
cephfs CephFSVolumeSource
cinder CinderVolumeSource
configMap ConfigMapVolumeSource
csi CSIVolumeSource
downwardAPI DownwardAPIVolumeSource
emptyDir EmptyDirVolumeSource
ephemeral EphemeralVolumeSource
fc FCVolumeSource
flexVolume FlexVolumeSource
flocker FlockerVolumeSource
gcePersistentDisk GCEPersistentDiskVolumeSource
gitRepo GitRepoVolumeSource
glusterfs GlusterfsVolumeSource
hostPath HostPathVolumeSource
image ImageVolumeSource +31
iscsi ISCSIVolumeSource
name string !
nfs NFSVolumeSource
persistentVolumeClaim PersistentVolumeClaimVolumeSource
photonPersistentDisk PhotonPersistentDiskVolumeSource
portworxVolume PortworxVolumeSource
projected ProjectedVolumeSource
quobyte QuobyteVolumeSource
rbd RBDVolumeSource
scaleIO ScaleIOVolumeSource
secret SecretVolumeSource
storageos StorageOSVolumeSource
vsphereVolume VsphereVirtualDiskVolumeSource
""",
    "VolumeDevice": """
devicePath string !
name string !
""",
    "VolumeMount": """
mountPath string !
mountPropagation string
name string !
readOnly boolean
recursiveReadOnly string +30
subPath string
subPathExpr string
""",
    "VolumeProjection": """
clusterTrustBundle ClusterTrustBundleProjection +29
configMap ConfigMapProjection
downwardAPI DownwardAPIProjection
podCertificate PodCertificateProjection +34
secret SecretProjection
serviceAccountToken ServiceAccountTokenProjection
""",
    "VolumeResourceRequirements": """
limits {quantity +29
requests {quantity +29
""",
    "VsphereVirtualDiskVolumeSource": """
fsType string
storagePolicyID string
storagePolicyName string
volumePath string !
""",
    "WeightedPodAffinityTerm": """
podAffinityTerm PodAffinityTerm !
weight int32 !
""",
    "WindowsSecurityContextOptions": """
gmsaCredentialSpec string
gmsaCredentialSpecName string
hostProcess boolean
runAsUserName string
""",
    "WorkloadReference": """
name string +35-36 !
podGroup string +35-36 !
podGroupReplicaKey string +35-36
""",
}
