"""The Job's own part of Volcano's CRD, and what it lays over the pod template. Notation: shapes.py."""

TYPES = {
    "Job": """
apiVersion string
kind string
metadata JobMeta
spec JobSpec
status server
""",
    "JobMeta": """
name string
generateName string
namespace string
labels {string
annotations {string
finalizers [string
ownerReferences [OwnerReference
creationTimestamp server:string form=time
deletionGracePeriodSeconds server:int64
deletionTimestamp server:string form=time
generation server:int64 least=0
managedFields server:[server
resourceVersion server:string
selfLink server:string
uid server:string
""",
    "OwnerReference": """
apiVersion string !
kind string !
name string !
uid string !
controller boolean
blockOwnerDeletion boolean
""",
    "JobSpec": """
schedulerName string most=63+14
minAvailable int32 least=0+14
volumes [VolumeSpec
tasks [TaskSpec items=1+14
policies [LifecyclePolicy
plugins {[string
runningEstimate string form=duration
queue string form=subdomain+14 default=default+14
maxRetry int32 least=0+14 default=3+11
ttlSecondsAfterFinished int32 least=0+14
priorityClassName string form=subdomain+14
minSuccess int32 least=1
networkTopology NetworkTopology +12
""",
    "TaskSpec": """
name string form=label+14
replicas int32 least=0+14
minAvailable int32 least=0+14
template PodTemplateSpec
policies [LifecyclePolicy
topologyPolicy string enum=topology+11
maxRetry int32 least=0+14
dependsOn DependsOn
partitionPolicy PartitionPolicy +14
""",
    "DependsOn": """
name [string
iteration string
""",
    "LifecyclePolicy": """
action string
event string enum=event+11
events [string enum=event+11
exitCode int32
timeout string form=duration
""",
    "VolumeSpec": """
mountPath string ! form=mount+14
volumeClaimName string most=253+14
volumeClaim PersistentVolumeClaimSpec
""",
    "NetworkTopology": """
mode string enum=mode default=hard
highestTierAllowed int64 least=0+14 default=1-14
highestTierName string +14 most=253
""",
    "PartitionPolicy": """
totalPartitions int32 ! least=1
partitionSize int32 ! least=1
minPartitions int32 least=0 default=0
networkTopology NetworkTopology
""",
    "TemplateMeta": """
name string
namespace string
labels {string
annotations {string
finalizers [string
""",
}

ENUMS = {
    "event": (
        "*",
        "PodPending",
        "PodRunning",
        "PodFailed",
        "PodEvicted",
        "Unknown",
        "TaskCompleted",
        "OutOfSync",
        "CommandIssued",
        "JobUpdated",
        "TaskFailed",
    ),
    "topology": ("none", "best-effort", "restricted", "single-numa-node"),
    "mode": ("hard", "soft"),
}

INTERNAL_EVENTS = ("PodRunning", "OutOfSync", "CommandIssued")
"""the schema lets them pass, the webhook does not: never proposed"""

DEFAULTS = {
    "ContainerPort.protocol": "default=TCP",
    "LocalObjectReference.name": "default=+30",
    "ConfigMapKeySelector.name": "default=+30",
    "SecretKeySelector.name": "default=+30",
    "ConfigMapEnvSource.name": "default=+30",
    "SecretEnvSource.name": "default=+30",
    "ConfigMapVolumeSource.name": "default=+30",
    "ConfigMapProjection.name": "default=+30",
    "SecretProjection.name": "default=+30",
    "GRPCAction.service": "default=+31",
    "AzureDiskVolumeSource.fsType": "default=ext4+31",
    "AzureDiskVolumeSource.readOnly": "default=false+31",
    "ISCSIVolumeSource.iscsiInterface": "default=default+31",
    "RBDVolumeSource.keyring": "default=/etc/ceph/keyring+31",
    "RBDVolumeSource.pool": "default=rbd+31",
    "RBDVolumeSource.user": "default=admin+31",
    "ScaleIOVolumeSource.fsType": "default=xfs+31",
    "ScaleIOVolumeSource.storageMode": "default=ThinProvisioned+31",
    "FileKeySelector.optional": "default=false+34",
}
"""defaults in the pod template, since which Kubernetes version: the schemas of kubernetes-validate leave them out"""
